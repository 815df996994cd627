import { ChatRequest, KillRequest } from "@lectern/contract";
import { AppError } from "../core/appError.ts";
import { parseInput } from "../core/parseInput.ts";

type ChatBody =
  | { kind: "ask"; request: ChatRequest /** False: the whole answer as JSON. */; stream: boolean }
  | { kind: "stop"; requestId: string };

/** Reads the body of `POST /chat`, bare or wrapped as `{data: …}`; wrapped, it is not streamed unless it says so. Throws `invalidInput`. */
export function readChatBody(given: unknown): ChatBody {
  if (!isObject(given)) throw new AppError("invalidInput", { userMessage: "The request must be a JSON object." });
  const isWrapped = isObject(given.data) && !("messages" in given);
  const body = isWrapped && isObject(given.data) ? given.data : given;
  if ("killSwitch" in body) {
    return { kind: "stop", requestId: parseInput(KillRequest, body).killSwitch.requestId };
  }
  const request = parseInput(ChatRequest, body);
  return { kind: "ask", request, stream: request.stream ?? !isWrapped };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
