import type { Answer, TokenUsage } from "@lectern/contract";
import type { ModelCall, ModelImage, ModelMessage } from "../../../platform/modelProviders/modelProvider.ts";
import { generousEstimate, roughEstimate, type TokenCounter } from "../../../platform/tokenCounter.ts";

/** What a model is given to read. */
export type ModelInput = Pick<ModelCall, "messages" | "tools" | "responseFormat">;

/** What a message costs beside its text: the marks of its role. */
export const tokensPerMessage = 4;
/** About what a picture of a megapixel counts at the large providers. */
const tokensPerImage = 1_000;

/** The tokens of a call whose model server did not count them. */
export async function estimateUsage(tokens: TokenCounter, sent: ModelInput, answer: Answer): Promise<TokenUsage> {
  let outputTokens = 0;
  for (const text of answerTexts(answer)) outputTokens += await tokens.count(text);
  return { inputTokens: await estimateInput(tokens, sent), outputTokens, cachedTokens: 0 };
}

/** The tokens of what is sent. */
export async function estimateInput(tokens: TokenCounter, sent: ModelInput): Promise<number> {
  let total = flatTokens(sent);
  for (const text of sentTexts(sent)) total += await tokens.count(text);
  return total;
}

/** More tokens than what is sent can well have; by its length alone. */
export function maxInputTokens(sent: ModelInput): number {
  return sentTexts(sent).reduce((sum, text) => sum + generousEstimate(text), flatTokens(sent));
}

/** About the tokens of an answer, by its length alone: for counts that are soon replaced. */
export function roughOutputTokens(answer: Answer): number {
  return answerTexts(answer).reduce((sum, text) => sum + roughEstimate(text), 0);
}

/** Whether the model has said anything at all. */
export function hasOutput(answer: Answer): boolean {
  return answerTexts(answer).length > 0;
}

function flatTokens({ messages }: ModelInput): number {
  return messages.reduce((sum, message) => sum + tokensPerMessage + tokensOfImages(imagesOf(message)), 0);
}

/** The tokens of the pictures that go with a message. */
export function tokensOfImages(images: readonly ModelImage[]): number {
  return images.reduce((sum, { tokens }) => sum + (tokens ?? tokensPerImage), 0);
}

function imagesOf(message: ModelMessage): readonly ModelImage[] {
  return message.role === "user" ? (message.images ?? []) : [];
}

/** What is sent of functions and of the form of the answer. */
export function toolAndFormatTexts({ tools, responseFormat }: Omit<ModelInput, "messages">): string[] {
  return [
    ...(tools ? [JSON.stringify(tools)] : []),
    ...(responseFormat?.schema ? [JSON.stringify(responseFormat.schema)] : []),
  ];
}

function sentTexts({ messages, ...form }: ModelInput): string[] {
  const calls = messages.flatMap((message) => (message.role === "assistant" ? (message.toolCalls ?? []) : []));
  return [
    ...messages.map(({ content }) => content),
    ...calls.map(({ name, arguments: given }) => name + given),
    ...toolAndFormatTexts(form),
  ];
}

/** All that the model wrote: its answer, its thoughts, the functions it asked for. */
function answerTexts({ content, reasoning, toolCalls }: Answer): string[] {
  const calls = toolCalls.map(({ name, arguments: given }) => name + given);
  return [content, reasoning, ...calls].filter((text) => text !== "");
}
