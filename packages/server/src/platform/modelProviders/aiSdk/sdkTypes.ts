import type { AnthropicProvider } from "@ai-sdk/anthropic";
import type { GoogleProvider } from "@ai-sdk/google";

/** A language model of the AI SDK, as its provider packages export it (`LanguageModelV4`). */
export type SdkModel = ReturnType<AnthropicProvider["languageModel"]>;
/** An embedding model of the AI SDK (`EmbeddingModelV4`). */
export type SdkEmbeddingModel = ReturnType<GoogleProvider["embeddingModel"]>;
export type SdkCallOptions = Parameters<SdkModel["doStream"]>[0];

type SdkStream = Awaited<ReturnType<SdkModel["doStream"]>>["stream"];
/** One part of a streamed answer. */
export type SdkPart = SdkStream extends ReadableStream<infer Part> ? Part : never;
