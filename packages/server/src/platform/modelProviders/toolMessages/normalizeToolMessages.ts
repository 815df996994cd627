import type { ModelMessage, ModelToolCall } from "../modelProvider.ts";
import { isRecord, parseJsonOrUndefined } from "../transport/jsonValues.ts";

type AssistantMessage = Extract<ModelMessage, { role: "assistant" }>;
type ToolMessage = Extract<ModelMessage, { role: "tool" }>;

/** Some servers reject blank texts. */
const emptyResult = "(empty result)";
const missingResult = "This function was not carried out.";

/**
 * Brings function calls and their results into the form that every wire accepts: the arguments are JSON objects, each
 * call is followed by exactly one result, in the order of the calls, and no result is blank. A result whose call is not
 * in the input is left out, because servers reject it.
 */
export function normalizeToolMessages(messages: readonly ModelMessage[]): ModelMessage[] {
  const normalized: ModelMessage[] = [];
  for (let index = 0; index < messages.length; index++) {
    const message = messages[index];
    if (!message || message.role === "tool") continue;
    if (message.role !== "assistant" || !hasToolCalls(message)) {
      normalized.push(message);
      continue;
    }
    const calls = message.toolCalls.map((call) => ({ ...call, arguments: toArgumentsObject(call.arguments) }));
    normalized.push({ ...message, toolCalls: calls }, ...matchResults(calls, listResults(messages, index + 1)));
  }
  return normalized;
}

export function hasToolCalls(
  message: ModelMessage,
): message is AssistantMessage & Required<Pick<AssistantMessage, "toolCalls">> {
  return message.role === "assistant" && message.toolCalls !== undefined && message.toolCalls.length > 0;
}

/** Lists the results that directly follow an assistant message. */
function listResults(messages: readonly ModelMessage[], start: number): ToolMessage[] {
  const results: ToolMessage[] = [];
  for (const message of messages.slice(start)) {
    if (message.role !== "tool") break;
    results.push(message);
  }
  return results;
}

function matchResults(calls: readonly ModelToolCall[], results: readonly ToolMessage[]): ToolMessage[] {
  const remaining = [...results];
  return calls.map(({ id, name }) => {
    const position = remaining.findIndex(({ toolCallId }) => toolCallId === id);
    const [result] = position < 0 ? [] : remaining.splice(position, 1);
    if (!result) return { role: "tool", content: missingResult, toolCallId: id, toolName: name, isError: true };
    return result.content.trim() === "" ? { ...result, content: emptyResult } : result;
  });
}

/** Returns JSON that is an object. If the model wrote anything else, the object quotes it, so that the model sees it. */
function toArgumentsObject(json: string): string {
  if (json.trim() === "") return "{}";
  return isRecord(parseJsonOrUndefined(json)) ? json : JSON.stringify({ invalid_arguments: json });
}

/** Returns a result's text for wires without a mark for errors. */
export function formatResult({ content, isError }: Pick<ToolMessage, "content" | "isError">): string {
  return isError && !/^error\b/i.test(content) ? `Error: ${content}` : content;
}
