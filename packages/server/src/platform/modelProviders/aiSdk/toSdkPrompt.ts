import type { ModelMessage, ModelTool, WireParts } from "../modelProvider.ts";
import { formatResult } from "../toolMessages/normalizeToolMessages.ts";
import { isRecord, parseJsonOrUndefined } from "../transport/jsonValues.ts";
import { isSigned, readAnswerParts, type Signatures } from "./answerParts.ts";
import type { SdkCallOptions } from "./sdkTypes.ts";

type SdkMessage = SdkCallOptions["prompt"][number];
type SdkTool = NonNullable<SdkCallOptions["tools"]>[number];
type SdkAnswerPart = Exclude<Extract<SdkMessage, { role: "assistant" }>["content"], string>[number];
type SdkOptions = NonNullable<SdkCallOptions["providerOptions"]>;

/** The wire and the model that get the prompt, and where they are asked to cache it. */
export interface PromptTarget extends Pick<WireParts, "wire" | "model"> {
  /** Options that mark the end of a prefix to cache, by the indexes of the messages; absent: nothing is cached. */
  cache?: { breakpoints: ReadonlySet<number>; options: SdkOptions };
}

/** Converts our messages to the AI SDK's format. Results that follow one another become one message. */
export function toSdkPrompt(messages: readonly ModelMessage[], target: PromptTarget): SdkMessage[] {
  const prompt: SdkMessage[] = [];
  for (const [index, message] of messages.entries()) {
    const cacheOptions = target.cache?.breakpoints.has(index) ? { providerOptions: target.cache.options } : {};
    const sdkMessage = toSdkMessage(message, target, cacheOptions);
    const previous = prompt.at(-1);
    if (sdkMessage.role === "tool" && previous?.role === "tool") previous.content.push(...sdkMessage.content);
    else prompt.push(sdkMessage);
  }
  return prompt;
}

/** Joins all system messages to one, which is the first: these servers have a single system prompt. */
export function joinSystemMessages(messages: ModelMessage[]): ModelMessage[] {
  if (messages.slice(1).every(({ role }) => role !== "system")) return messages;
  const texts = messages.filter(({ role }) => role === "system").map(({ content }) => content);
  return [{ role: "system", content: texts.join("\n\n") }, ...messages.filter(({ role }) => role !== "system")];
}

const jsonInstruction = "Answer with one JSON object and nothing else.";

/** Adds an instruction to answer in JSON to the system prompt or, if there is none, to the last user message. */
export function addJsonInstruction(messages: readonly ModelMessage[]): ModelMessage[] {
  const systemIndex = messages.findIndex(({ role }) => role === "system");
  const targetIndex = systemIndex < 0 ? messages.findLastIndex(({ role }) => role === "user") : systemIndex;
  return messages.map((message, position) =>
    position === targetIndex ? { ...message, content: `${message.content}\n\n${jsonInstruction}` } : message,
  );
}

function toSdkMessage(
  message: ModelMessage,
  target: PromptTarget,
  cacheOptions: { providerOptions?: SdkOptions },
): SdkMessage {
  switch (message.role) {
    case "system":
      return { role: "system", content: message.content, ...cacheOptions };
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
        ...cacheOptions,
      };
    case "assistant":
      return { role: "assistant", content: toAnswerParts(message, target), ...cacheOptions };
    case "tool": {
      const { toolCallId, toolName, isError } = message;
      // The SDK does not tell Bedrock that a result is an error.
      const value = target.wire === "bedrock" ? formatResult(message) : message.content;
      const output = { type: isError ? ("error-text" as const) : ("text" as const), value };
      return { role: "tool", content: [{ type: "tool-result", toolCallId, toolName, output, ...cacheOptions }] };
    }
    default:
      return message satisfies never;
  }
}

/** Converts an answer, with what the server signed if it comes back to the same model. */
function toAnswerParts(message: Extract<ModelMessage, { role: "assistant" }>, target: PromptTarget): SdkAnswerPart[] {
  const callParts = (message.toolCalls ?? []).map(({ id, name, arguments: json }) => ({
    type: "tool-call" as const,
    toolCallId: id,
    toolName: name,
    input: parseArguments(json),
  }));
  const answerParts = readAnswerParts(message, target);
  if (!answerParts) return [...toTextParts(message.content), ...callParts];
  const toOptions = (signatures: Signatures) => ({ providerOptions: { [target.wire]: toJson(signatures) } });
  let position = 0;
  return answerParts.flatMap((part): SdkAnswerPart[] => {
    switch (part.type) {
      case "reasoning":
        return [{ type: "reasoning", text: part.text, ...toOptions(part.signatures) }];
      case "text": {
        const text = message.content.slice(position, position + part.length);
        position += part.length;
        if (!isSigned(part)) return toTextParts(text);
        return [{ type: "text", text, ...toOptions(part.signatures) }];
      }
      case "toolCall": {
        const callPart = callParts[part.index];
        if (!callPart) return [];
        return [isSigned(part) ? { ...callPart, ...toOptions(part.signatures) } : callPart];
      }
      default:
        return part satisfies never;
    }
  });
}

function toJson(signatures: Signatures): Record<string, string> {
  return Object.fromEntries(
    Object.entries(signatures).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** Returns no part for blank text, because some servers reject blank parts. */
function toTextParts(text: string): { type: "text"; text: string }[] {
  return text.trim() === "" ? [] : [{ type: "text", text }];
}

/** Parses normalized arguments, which are a JSON object. */
function parseArguments(json: string): Record<string, unknown> {
  const value = parseJsonOrUndefined(json);
  return isRecord(value) ? value : {};
}

/** `cacheOptions` mark the end of a prefix to cache. */
export function toSdkTool(
  { name, description, parameters, strict }: ModelTool,
  cacheOptions: { providerOptions?: SdkOptions } = {},
): SdkTool {
  return {
    type: "function",
    name,
    inputSchema: parameters,
    ...(description === undefined ? {} : { description }),
    ...(strict === undefined ? {} : { strict }),
    ...cacheOptions,
  };
}
