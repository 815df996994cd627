import type { ParsedCall, ToolMessageRules } from "./providerWire.ts";
import { parseJsonOrUndefined, textOf, toNumber, toRecord, toRecords, toStringOrEmpty } from "./readJson.ts";

/** The rules of OpenAI's chat completions, with the reasoning that DeepSeek and Kimi need back. */
export const openAiToolMessageRules: ToolMessageRules = {
  groupsResults: false,
  needsTools: false,
  rejectsBlankText: false,
  signs: "nothing",
};

/** Parses a request to OpenAI's chat completions. */
export function parseOpenAiCall(body: Record<string, unknown>): ParsedCall {
  const messages = toRecords(body.messages);
  const choice = body.tool_choice;
  const format = toRecord(body.response_format);
  return {
    model: toStringOrEmpty(body.model),
    system: messages
      .filter(({ role }) => role === "system")
      .map(({ content }) => textOf(content))
      .join("\n\n"),
    messages: messages
      .filter(({ role }) => role !== "system")
      .map(({ role, content, tool_calls, tool_call_id, reasoning_content }, turn) => ({
        role: role === "tool" ? "tool" : role === "assistant" ? "assistant" : "user",
        text: textOf(content),
        images: (typeof content === "string" ? [] : toRecords(content))
          .filter(({ type }) => type === "image_url")
          .map(({ image_url }) => /^data:([^;]+);base64,(.*)$/.exec(toStringOrEmpty(toRecord(image_url).url)))
          .map((match) => ({ mediaType: match?.[1] ?? "", data: match?.[2] ?? "" })),
        toolCalls: toRecords(tool_calls).map(({ id, function: called }) => ({
          id: toStringOrEmpty(id),
          name: toStringOrEmpty(toRecord(called).name),
          arguments: parseJsonOrUndefined(toStringOrEmpty(toRecord(called).arguments)),
        })),
        toolCallId: toStringOrEmpty(tool_call_id),
        isError: false,
        signedParts: typeof reasoning_content === "string" ? [reasoning_content] : [],
        hasBlankText: false,
        turn,
      })),
    tools: toRecords(body.tools)
      .map((tool) => toRecord(tool.function))
      .map((tool) => ({
        name: toStringOrEmpty(tool.name),
        description: typeof tool.description === "string" ? tool.description : undefined,
        parameters: tool.parameters,
      })),
    toolChoice:
      typeof choice === "string"
        ? choice
        : choice === undefined
          ? null
          : toStringOrEmpty(toRecord(toRecord(choice).function).name),
    format:
      body.response_format === undefined
        ? null
        : { schema: format.type === "json_schema" ? toRecord(format.json_schema).schema : null },
    temperature: toNumber(body.temperature),
    maxTokens: toNumber(body.max_tokens),
    topP: toNumber(body.top_p),
    stop: body.stop,
    allowsParallelCalls: body.parallel_tool_calls !== false,
    cacheMarks: [],
  };
}
