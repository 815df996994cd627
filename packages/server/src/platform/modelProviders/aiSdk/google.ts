import type { ModelEndpoint, ModelProvider } from "../modelProvider.ts";
import { isRecord } from "../transport/jsonValues.ts";
import { appendPath, fetchModelPages, type ModelTransport } from "../transport/modelTransport.ts";
import { toListedModels } from "../transport/toListedModels.ts";
import { createAiSdkProvider } from "./aiSdkProvider.ts";

/**
 * Creates a provider for Google's Gemini API. The endpoint's `url` is for example
 * `https://generativelanguage.googleapis.com/v1beta`.
 */
export function createGoogleProvider({ url, key }: ModelEndpoint, transport: ModelTransport): ModelProvider {
  return createAiSdkProvider(
    {
      wire: "google",
      acceptsToolMessages: "always",
      // Gemini caches repeated prefixes by itself.
      getCacheOptions: () => null,
      hasJsonMode: true,
      streamType: "text/event-stream",
      async openModel(model, fetch) {
        const { createGoogle } = await import("@ai-sdk/google");
        return createGoogle({ baseURL: url, apiKey: key, fetch })(model);
      },
      providerOptions: ({ model }) =>
        supportsThinking(model) ? { google: { thinkingConfig: { includeThoughts: true } } } : {},
      async openEmbeddings(model, fetch) {
        const { createGoogle } = await import("@ai-sdk/google");
        return createGoogle({ baseURL: url, apiKey: key, fetch }).embeddingModel(model);
      },
      embeddingOptions: ({ purpose }) => ({
        google: { taskType: purpose === "question" ? "RETRIEVAL_QUERY" : "RETRIEVAL_DOCUMENT" },
      }),
      async listModels(signal) {
        const firstUrl = appendPath(url, "/models");
        firstUrl.searchParams.set("pageSize", "1000");
        const headers = { "x-goog-api-key": key };
        const pages = await fetchModelPages(transport, { url: firstUrl, headers, signal }, (body) => {
          if (!isRecord(body) || typeof body.nextPageToken !== "string" || body.nextPageToken === "") return null;
          const nextUrl = new URL(firstUrl);
          nextUrl.searchParams.set("pageToken", body.nextPageToken);
          return nextUrl;
        });
        return toListedModels(pages, "models", (entry) => ({
          id: supportsChat(entry) && typeof entry.name === "string" ? entry.name.replace(/^models\//, "") : undefined,
          name: entry.displayName,
          contextWindow: entry.inputTokenLimit,
          outputTokenLimit: entry.outputTokenLimit,
        }));
      },
    },
    transport,
  );
}

/** True for Gemini from version 2.5 on, which thinks and returns a summary of its thoughts on request. */
function supportsThinking(model: string): boolean {
  return /^gemini-(2\.5|[3-9]|[1-9]\d)/.test(model);
}

function supportsChat({ supportedGenerationMethods: methods }: Record<string, unknown>): boolean {
  return Array.isArray(methods) && methods.includes("generateContent");
}
