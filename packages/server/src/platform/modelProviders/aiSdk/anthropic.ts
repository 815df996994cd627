import type { ModelCall, ModelEndpoint, ModelProvider } from "../modelProvider.ts";
import { isRecord } from "../transport/jsonValues.ts";
import { appendPath, fetchModelPages, type ModelTransport } from "../transport/modelTransport.ts";
import { toListedModels } from "../transport/toListedModels.ts";
import { createAiSdkProvider } from "./aiSdkProvider.ts";

const apiVersion = "2023-06-01";

/**
 * Creates a provider for Anthropic's Messages API. The endpoint's `url` is for example `https://api.anthropic.com/v1`.
 */
export function createAnthropicProvider({ url, key }: ModelEndpoint, transport: ModelTransport): ModelProvider {
  return createAiSdkProvider(
    {
      wire: "anthropic",
      acceptsToolMessages: "withTools",
      getCacheOptions: () => ({ message: cacheControl, tool: cacheControl }),
      hasJsonMode: false,
      streamType: "text/event-stream",
      async openModel(model, fetch) {
        const { createAnthropic } = await import("@ai-sdk/anthropic");
        return createAnthropic({ baseURL: url, apiKey: key, fetch })(model);
      },
      providerOptions: (call) => ({
        anthropic: {
          ...(shouldRequestThinking(call) && { thinking: summarizedThinking }),
          ...(call.parallelToolCalls === false && { disableParallelToolUse: true }),
        },
      }),
      async listModels(signal) {
        const firstUrl = appendPath(url, "/models");
        firstUrl.searchParams.set("limit", "1000");
        const headers = { "x-api-key": key, "anthropic-version": apiVersion };
        const pages = await fetchModelPages(transport, { url: firstUrl, headers, signal }, (body) => {
          if (!isRecord(body) || body.has_more !== true || typeof body.last_id !== "string") return null;
          const nextUrl = new URL(firstUrl);
          nextUrl.searchParams.set("after_id", body.last_id);
          return nextUrl;
        });
        return toListedModels(pages, "data", (entry) => ({
          id: entry.id,
          name: entry.display_name,
          contextWindow: entry.max_input_tokens,
          outputTokenLimit: entry.max_tokens,
        }));
      },
    },
    transport,
  );
}

/** Caches the prefix for five minutes. */
const cacheControl = { anthropic: { cacheControl: { type: "ephemeral" } } };

export const summarizedThinking = { type: "adaptive", display: "summarized" } as const;

/**
 * True if the model thinks by default, as Claude does from generation 5 on, and the call does not force a function,
 * which excludes thinking. These models omit the text of their reasoning unless we request it, which costs nothing.
 * Older models think only on demand.
 */
export function shouldRequestThinking({ model, toolChoice }: Pick<ModelCall, "model" | "toolChoice">): boolean {
  return /claude-[a-z]+-([5-9]|[1-9]\d)(?!\d)/.test(model) && !isForced(toolChoice);
}

const isForced = (choice: ModelCall["toolChoice"]) => typeof choice === "object" || choice === "required";
