import type { SeenCall } from "./providerWire.ts";
import { number, record, records, string, textOf } from "./readJson.ts";

/** What a request of the chat completions wire says. */
export function openAiSeen(body: Record<string, unknown>): SeenCall {
  const messages = records(body.messages);
  const choice = body.tool_choice;
  const format = record(body.response_format);
  return {
    model: string(body.model),
    system: messages
      .filter(({ role }) => role === "system")
      .map(({ content }) => textOf(content))
      .join("\n\n"),
    messages: messages
      .filter(({ role }) => role !== "system")
      .map(({ role, content, tool_calls }) => ({
        role: role === "tool" ? "tool" : role === "assistant" ? "assistant" : "user",
        text: textOf(content),
        images: (typeof content === "string" ? [] : records(content))
          .filter(({ type }) => type === "image_url")
          .map(({ image_url }) => /^data:([^;]+);base64,(.*)$/.exec(string(record(image_url).url)))
          .map((found) => ({ mediaType: found?.[1] ?? "", data: found?.[2] ?? "" })),
        toolCalls: records(tool_calls)
          .map((call) => record(call.function))
          .map((called) => ({ name: string(called.name), arguments: JSON.parse(string(called.arguments)) })),
      })),
    tools: records(body.tools)
      .map((tool) => record(tool.function))
      .map((tool) => ({
        name: string(tool.name),
        description: typeof tool.description === "string" ? tool.description : undefined,
        parameters: tool.parameters,
      })),
    toolChoice:
      typeof choice === "string" ? choice : choice === undefined ? null : string(record(record(choice).function).name),
    format:
      body.response_format === undefined
        ? null
        : { schema: format.type === "json_schema" ? record(format.json_schema).schema : null },
    temperature: number(body.temperature),
    maxTokens: number(body.max_tokens),
  };
}
