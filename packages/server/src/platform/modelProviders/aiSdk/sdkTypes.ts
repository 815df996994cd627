import type { AnthropicProvider } from "@ai-sdk/anthropic";
import type { GoogleProvider } from "@ai-sdk/google";

/** A model of the AI SDK, as its provider packages export it (`LanguageModelV4`). */
export type SdkModel = ReturnType<AnthropicProvider["languageModel"]>;
/** As the same packages export it (`EmbeddingModelV4`). */
export type SdkEmbeddingModel = ReturnType<GoogleProvider["embeddingModel"]>;
export type SdkCallOptions = Parameters<SdkModel["doStream"]>[0];

type SdkStream = Awaited<ReturnType<SdkModel["doStream"]>>["stream"];
/** One part of an answer, as the AI SDK's models stream it. */
export type SdkPart = SdkStream extends ReadableStream<infer Part> ? Part : never;
