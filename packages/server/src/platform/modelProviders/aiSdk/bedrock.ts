import type { ModelEndpoint, ModelProvider } from "../modelProvider.ts";
import type { ModelTransport } from "../transport/modelTransport.ts";
import { type CacheOptions, createAiSdkProvider } from "./aiSdkProvider.ts";
import { shouldRequestThinking, summarizedThinking } from "./anthropic.ts";
import type { ModelFetch } from "./modelFetch.ts";

/**
 * Creates a provider for Amazon Bedrock's ConverseStream API, with a Bedrock key or signed requests. The endpoint's
 * `url` is for example `https://bedrock-runtime.eu-central-1.amazonaws.com`. It lists no models; they are in the
 * configuration.
 */
export function createBedrockProvider(endpoint: ModelEndpoint, transport: ModelTransport): ModelProvider {
  const { url, key, region = "", awsCredentials } = endpoint;
  const createSdkProvider = async (fetch: ModelFetch["fetch"]) => {
    const { createAmazonBedrock } = await import("@ai-sdk/amazon-bedrock");
    // Pass all settings, because the SDK reads absent ones from the environment. Only `config.ts` may read it.
    return createAmazonBedrock({
      baseURL: url,
      region,
      apiKey: key,
      accessKeyId: awsCredentials?.accessKeyId ?? "",
      secretAccessKey: awsCredentials?.secretAccessKey ?? "",
      fetch,
      ...(awsCredentials?.sessionToken != null && { sessionToken: awsCredentials.sessionToken }),
    });
  };
  return createAiSdkProvider(
    {
      wire: "bedrock",
      acceptsToolMessages: "withCallableTools",
      getCacheOptions,
      hasJsonMode: false,
      streamType: "application/vnd.amazon.eventstream",
      openModel: async (model, fetch) => (await createSdkProvider(fetch))(model),
      openEmbeddings: async (model, fetch) => (await createSdkProvider(fetch)).embeddingModel(model),
      embeddingOptions: ({ purpose }) => ({
        // Titan ignores the purpose.
        bedrock: {
          inputType: purpose === "question" ? "search_query" : "search_document",
          embeddingPurpose: purpose === "question" ? "TEXT_RETRIEVAL" : "GENERIC_INDEX",
        },
      }),
      providerOptions: (call) =>
        shouldRequestThinking(call) ? { bedrock: { reasoningConfig: summarizedThinking } } : {},
      listModels: async () => [],
    },
    transport,
  );
}

/** Caches the prefix for five minutes. */
const cachePoint = { bedrock: { cachePoint: { type: "default" } } };

/**
 * Determines where a model accepts cache points; other models reject them. Claude from 3.7 on, with 3.5 Haiku, accepts
 * them anywhere. Nova accepts none after its functions and caches messages by itself, so only its system prompt is marked.
 * Source: https://docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html.
 */
function getCacheOptions(model: string): CacheOptions | null {
  if (/(^|[./])anthropic\.claude-(3-5-haiku|3-7-|[a-z]+-([4-9]|[1-9]\d)(?!\d))/.test(model))
    return { message: cachePoint };
  if (/(^|[./])amazon\.nova-(2-)?(micro|lite|pro|premier)/.test(model))
    return { message: cachePoint, isSystemOnly: true };
  return null;
}
