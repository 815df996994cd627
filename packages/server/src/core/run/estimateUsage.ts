import type { TokenUsage } from "@lectern/contract";
import type { ModelCall, ModelImage, ModelMessage } from "../../platform/modelProviders/modelProvider.ts";
import { estimateMaxTokens, estimateTokens, type TokenCounter } from "../../platform/tokenCounter.ts";
import type { RoundOutput } from "./modelOutcome.ts";

/** The texts that the model wrote. */
type Output = Pick<RoundOutput, "content" | "reasoning" | "toolCalls">;

/** The parts of a model call that count as input tokens. */
export type ModelInput = Pick<ModelCall, "messages" | "tools" | "responseFormat">;

/** Tokens of a message in addition to its text, such as the markers of its role. */
export const tokensPerMessage = 4;
/** Approximate number of tokens that large providers count for an image of one megapixel. */
export const tokensPerImage = 1_000;

/** Estimates the usage of a call whose model server sent no final counts. */
export async function estimateUsage(tokens: TokenCounter, input: ModelInput, output: Output): Promise<TokenUsage> {
  let outputTokens = 0;
  for (const text of listOutputTexts(output)) outputTokens += await tokens.count(text);
  return { inputTokens: await estimateInputTokens(tokens, input), outputTokens, cachedTokens: 0 };
}

export async function estimateInputTokens(tokens: TokenCounter, input: ModelInput): Promise<number> {
  let total = countOverheadTokens(input);
  for (const text of listInputTexts(input)) total += await tokens.count(text);
  return total;
}

/** Estimates the input's tokens from its length alone. */
export function estimateInputTokensFromLength(input: ModelInput): number {
  return listInputTexts(input).reduce((sum, text) => sum + estimateTokens(text), countOverheadTokens(input));
}

/** Returns an upper bound of the input's tokens. Estimates the text from its length alone. */
export function estimateMaxInputTokens(input: ModelInput): number {
  return listInputTexts(input).reduce((sum, text) => sum + estimateMaxTokens(text), countOverheadTokens(input));
}

/** Estimates the output tokens from the length alone, for rows that are soon updated. */
export function estimateOutputTokens(output: Output): number {
  return listOutputTexts(output).reduce((sum, text) => sum + estimateTokens(text), 0);
}

/** Returns true if the model has written any text, reasoning or tool call. */
export function hasOutput(output: Output): boolean {
  return listOutputTexts(output).length > 0;
}

/** Counts the tokens of the images and of the markers around the messages. */
function countOverheadTokens({ messages }: ModelInput): number {
  return messages.reduce((sum, message) => sum + tokensPerMessage + countImageTokens(listImages(message)), 0);
}

export function countImageTokens(images: readonly ModelImage[]): number {
  return images.reduce((sum, { tokens }) => sum + (tokens ?? tokensPerImage), 0);
}

function listImages(message: ModelMessage): readonly ModelImage[] {
  return message.role === "user" ? (message.images ?? []) : [];
}

/** Returns the tools and the response format's schema as JSON texts, whose tokens count as input. */
export function listToolAndFormatTexts({ tools, responseFormat }: Omit<ModelInput, "messages">): string[] {
  return [
    ...(tools ? [JSON.stringify(tools)] : []),
    ...(responseFormat?.schema ? [JSON.stringify(responseFormat.schema)] : []),
  ];
}

function listInputTexts({ messages, ...toolsAndFormat }: ModelInput): string[] {
  const calls = messages.flatMap((message) => (message.role === "assistant" ? (message.toolCalls ?? []) : []));
  return [
    ...messages.map(({ content }) => content),
    ...calls.map(({ name, arguments: args }) => name + args),
    ...listToolAndFormatTexts(toolsAndFormat),
  ];
}

/** Returns all non-empty texts that the model wrote: the answer, the reasoning and the tool calls. */
function listOutputTexts({ content, reasoning, toolCalls }: Output): string[] {
  const calls = toolCalls.map(({ name, arguments: args }) => name + args);
  return [content, reasoning, ...calls].filter((text) => text !== "");
}
