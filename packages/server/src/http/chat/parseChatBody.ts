import { ChatRequest, KillRequest } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import { parseInput } from "../../core/parseInput.ts";

type ChatBody =
  | { kind: "ask"; request: ChatRequest /** False: reply with the whole answer as JSON. */; stream: boolean }
  | { kind: "stop"; requestId: string };

/**
 * Parses the body of `POST /chat`, bare or wrapped as `{data: …}`. A wrapped request is streamed only if it sets
 * `stream`. Throws `invalidInput`.
 */
export function parseChatBody(raw: unknown): ChatBody {
  if (!isObject(raw)) throw new AppError("invalidInput", { userMessage: "The request must be a JSON object." });
  const isWrapped = isObject(raw.data) && !("messages" in raw);
  const body = isWrapped && isObject(raw.data) ? raw.data : raw;
  if ("killSwitch" in body) {
    return { kind: "stop", requestId: parseInput(KillRequest, body).killSwitch.requestId };
  }
  const request = parseInput(ChatRequest, body);
  return { kind: "ask", request, stream: request.stream ?? !isWrapped };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
