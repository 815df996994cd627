import { determineBehaviour, getRoundText, parseToolScript } from "../modelServer/behaviour.ts";
import { signPart, type ToolExchange } from "../modelServer/toolScript.ts";
import type { ParsedCall, ParsedMessage, ToolMessageRules } from "./providerWire.ts";

/** Returns the messages since the last question. */
export function listToolTurn({ messages }: Pick<ParsedCall, "messages">): ParsedMessage[] {
  return messages.slice(messages.findLastIndex(({ role }) => role === "user") + 1);
}

/** Determines how far the tool loop of a request is. */
export function getToolExchange(call: ParsedCall): ToolExchange {
  const messages = listToolTurn(call);
  const lastAnswer = messages.findLastIndex(({ role }) => role === "assistant");
  return {
    roundCount: messages.filter(({ toolCalls }) => toolCalls.length > 0).length,
    results: messages.slice(lastAnswer + 1).map(({ text }) => text),
    canCall: call.tools.length > 0 && call.toolChoice !== "none",
  };
}

/**
 * Checks function calls and their results as strictly as the providers do. Returns the reason for a rejection, or null.
 */
export function checkToolMessages(call: ParsedCall, rules: ToolMessageRules): string | null {
  const { messages, tools } = call;
  const hasToolMessages = messages.some(({ role, toolCalls }) => role === "tool" || toolCalls.length > 0);
  if (hasToolMessages && rules.needsTools && tools.length === 0) return "function calls need declared functions";
  if (rules.rejectsBlankText && messages.some(({ hasBlankText }) => hasBlankText)) return "a text is blank";
  for (const [index, message] of messages.entries()) {
    if (message.toolCalls.length > 0) {
      const problem = checkResults(message, messages.slice(index + 1), rules);
      if (problem !== null) return problem;
    }
    const previous = messages[index - 1];
    if (message.role === "tool" && previous?.role !== "tool" && !previous?.toolCalls.length)
      return "a result follows no function call";
  }
  return checkSignatures(call, rules);
}

function checkResults(
  { toolCalls }: ParsedMessage,
  following: readonly ParsedMessage[],
  { groupsResults }: ToolMessageRules,
): string | null {
  if (toolCalls.some((call) => typeof call.arguments !== "object" || call.arguments === null))
    return "the arguments of a function call are not an object";
  const end = following.findIndex(({ role }) => role !== "tool");
  const results = end < 0 ? following : following.slice(0, end);
  if (results.length !== toolCalls.length) return "the numbers of calls and results differ";
  if (toolCalls.some(({ id }) => id !== "" && !results.some(({ toolCallId }) => toolCallId === id)))
    return "a function call has no result";
  if (groupsResults && new Set(results.map(({ turn }) => turn)).size > 1) return "the results are in several messages";
  return null;
}

/** Checks that the signatures of the question's rounds came back unchanged and in order. */
function checkSignatures(call: ParsedCall, { signs }: ToolMessageRules): string | null {
  const prompt = call.messages.findLast(({ role }) => role === "user")?.text ?? "";
  const { think: reasoning, hasRedactedReasoning } = determineBehaviour({ model: call.model, prompt, headers: {} });
  if (reasoning === "" || parseToolScript(prompt).rounds.length === 0) return null;
  const answers = listToolTurn(call).filter(({ toolCalls }) => toolCalls.length > 0);
  for (const [roundIndex, { signedParts }] of answers.entries()) {
    const text = getRoundText(prompt);
    const expected = {
      nothing: [reasoning],
      reasoning: [
        `${reasoning} ${signPart("reasoning", reasoning, roundIndex)}`,
        ...(hasRedactedReasoning ? [signPart("redacted", "", roundIndex)] : []),
      ],
      parts: [...(text === "" ? [] : [signPart("text", text, roundIndex)]), signPart("call", reasoning, roundIndex)],
    }[signs];
    if (JSON.stringify(signedParts) !== JSON.stringify(expected))
      return "the reasoning before a function call is missing or was changed";
  }
  return null;
}
