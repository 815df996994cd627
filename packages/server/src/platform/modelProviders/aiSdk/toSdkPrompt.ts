import type { ModelMessage, ModelTool } from "../modelProvider.ts";
import { isRecord, parseJsonOrUndefined } from "../transport/jsonValues.ts";
import type { SdkCallOptions } from "./sdkTypes.ts";

type SdkMessage = SdkCallOptions["prompt"][number];
type SdkTool = NonNullable<SdkCallOptions["tools"]>[number];

/** Converts our messages to the AI SDK's format. */
export function toSdkPrompt(messages: readonly ModelMessage[]): SdkMessage[] {
  return messages.map(toSdkMessage);
}

const jsonInstruction = "Answer with one JSON object and nothing else.";

/** Adds an instruction to answer in JSON to the system prompt or, if there is no system prompt, to the last message. */
export function addJsonInstruction(messages: readonly ModelMessage[]): ModelMessage[] {
  const systemIndex = messages.findIndex(({ role }) => role === "system");
  const targetIndex = systemIndex < 0 ? messages.length - 1 : systemIndex;
  return messages.map((message, position) =>
    position === targetIndex ? { ...message, content: `${message.content}\n\n${jsonInstruction}` } : message,
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
          ...toTextParts(message.content),
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
          ...toTextParts(message.content),
          ...(message.toolCalls ?? []).map(({ id, name, arguments: json }) => ({
            type: "tool-call" as const,
            toolCallId: id,
            toolName: name,
            input: parseArguments(json),
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

/** Returns no part for empty text, because some servers reject empty parts. */
function toTextParts(text: string): { type: "text"; text: string }[] {
  return text === "" ? [] : [{ type: "text", text }];
}

/** Parses a function's arguments, which these wires need as an object. Anything but a JSON object becomes `{}`. */
function parseArguments(json: string): Record<string, unknown> {
  const value = parseJsonOrUndefined(json);
  return isRecord(value) ? value : {};
}

export function toSdkTool({ name, description, parameters }: ModelTool): SdkTool {
  return {
    type: "function",
    name,
    inputSchema: parameters,
    ...(description === undefined ? {} : { description }),
  };
}
