import type { ModelMessage, ModelTool } from "../modelProvider.ts";
import { isRecord, parseJsonOrUndefined } from "../transport/jsonValues.ts";
import type { SdkCallOptions } from "./sdkTypes.ts";

type SdkMessage = SdkCallOptions["prompt"][number];
type SdkTool = NonNullable<SdkCallOptions["tools"]>[number];

/** Our messages as the AI SDK's models take them. */
export function toSdkPrompt(messages: readonly ModelMessage[]): SdkMessage[] {
  return messages.map(toSdkMessage);
}

const jsonOnly = "Answer with one JSON object and nothing else.";

/** The messages with the wish for JSON in words: in the instructions, or with what is asked where there are none. */
export function addJsonInstruction(messages: readonly ModelMessage[]): ModelMessage[] {
  const index = messages.findIndex(({ role }) => role === "system");
  const at = index < 0 ? messages.length - 1 : index;
  return messages.map((message, place) =>
    place === at ? { ...message, content: `${message.content}\n\n${jsonOnly}` } : message,
  );
}

function toSdkMessage(message: ModelMessage): SdkMessage {
  switch (message.role) {
    case "system":
      return { role: "system", content: message.content };
    case "user":
      return {
        role: "user",
        content: [
          ...textPart(message.content),
          ...(message.images ?? []).map(({ mediaType, data }) => ({
            type: "file" as const,
            mediaType,
            data: { type: "data" as const, data },
          })),
        ],
      };
    case "assistant":
      return {
        role: "assistant",
        content: [
          ...textPart(message.content),
          ...(message.toolCalls ?? []).map(({ id, name, arguments: given }) => ({
            type: "tool-call" as const,
            toolCallId: id,
            toolName: name,
            input: parseArguments(given),
          })),
        ],
      };
    case "tool": {
      const output = { type: "text" as const, value: message.content };
      const { toolCallId, toolName } = message;
      return { role: "tool", content: [{ type: "tool-result", toolCallId, toolName, output }] };
    }
    default:
      return message satisfies never;
  }
}

/** A text part without text is refused by some servers. */
function textPart(text: string): { type: "text"; text: string }[] {
  return text === "" ? [] : [{ type: "text", text }];
}

/** These wires carry arguments as an object; what the model wrote may be cut short, and is then none. */
function parseArguments(json: string): Record<string, unknown> {
  const given = parseJsonOrUndefined(json);
  return isRecord(given) ? given : {};
}

export function toSdkTool({ name, description, parameters }: ModelTool): SdkTool {
  return {
    type: "function",
    name,
    inputSchema: parameters,
    ...(description === undefined ? {} : { description }),
  };
}
