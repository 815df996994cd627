import { ChatRequest, ContinueRequest, KillRequest, limits } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import { parseInput } from "../../core/parseInput.ts";

/** `stream`: false to send the whole answer as JSON. */
type ChatBody =
  | { kind: "ask"; request: ChatRequest; stream: boolean }
  | { kind: "continue"; request: ContinueRequest["continueRun"] }
  | { kind: "stop"; requestId: string };

/**
 * Parses the body of `POST /chat`, bare or wrapped as `{data: …}`. Without `stream`, the answer to a bare request is
 * streamed and that to a wrapped request is not. Throws `invalidInput` or `tooLarge`.
 */
export function parseChatBody(raw: unknown): ChatBody {
  if (!isObject(raw)) throw new AppError("invalidInput", { userMessage: "The request must be a JSON object." });
  const isWrapped = isObject(raw.data) && !("messages" in raw);
  const body = isWrapped && isObject(raw.data) ? raw.data : raw;
  if ("killSwitch" in body) {
    return { kind: "stop", requestId: parseInput(KillRequest, body).killSwitch.requestId };
  }
  if ("continueRun" in body) return { kind: "continue", request: parseInput(ContinueRequest, body).continueRun };
  const request = parseInput(ChatRequest, body, limits.jsonValuesOfConversations);
  return { kind: "ask", request, stream: request.stream ?? !isWrapped };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
