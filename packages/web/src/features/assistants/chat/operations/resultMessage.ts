import type { Message } from "@lectern/contract";
import * as z from "zod/mini";

const ResultMessage = z.object({ resultOfOps: z.array(z.object({ id: z.string(), result: z.unknown() })) });

/** Formats the result of an operation as the message that tells it to the assistant. */
export function formatResult(id: string, result: string): string {
  const content: z.infer<typeof ResultMessage> = { resultOfOps: [{ id, result: parseData(result) }] };
  return JSON.stringify(content);
}

/** Returns the result of an operation in a message; null: the message has none. */
export function findResult(
  { content, data }: Pick<Message, "content" | "data">,
  id: string,
): { result: unknown } | null {
  if (data.actionResult === undefined) return null;
  const parsed = z.safeParse(ResultMessage, parseJson(content));
  return parsed.data?.resultOfOps.find((each) => each.id === id) ?? null;
}

/** Objects and lists are part of the message's JSON. Anything else stays as the server wrote it. */
function parseData(result: string): unknown {
  const data = parseJson(result);
  return typeof data === "object" && data !== null ? data : result;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
