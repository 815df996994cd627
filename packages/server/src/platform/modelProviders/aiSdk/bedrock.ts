import type { ModelEndpoint, ModelProvider } from "../modelProvider.ts";
import type { ModelTransport } from "../transport/modelTransport.ts";
import { createAiSdkProvider } from "./aiSdkProvider.ts";
import { returnsThinking, summarizedThinking } from "./anthropic.ts";
import type { ModelFetch } from "./modelFetch.ts";

/**
 * Amazon Bedrock's ConverseStream, with a Bedrock key or with signed requests. The endpoint's `url` is as in
 * `https://bedrock-runtime.eu-central-1.amazonaws.com`; its models are configured, not asked for.
 */
export function createBedrockProvider(endpoint: ModelEndpoint, transport: ModelTransport): ModelProvider {
  const { url, key, region = "", awsCredentials } = endpoint;
  const open = async (fetch: ModelFetch["fetch"]) => {
    const { createAmazonBedrock } = await import("@ai-sdk/amazon-bedrock");
    // An absent setting would be looked for in the environment, which only the configuration reads.
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
      hasJsonMode: false,
      streamType: "application/vnd.amazon.eventstream",
      openModel: async (model, fetch) => (await open(fetch))(model),
      openEmbeddings: async (model, fetch) => (await open(fetch)).embeddingModel(model),
      embeddingOptions: ({ purpose }) => ({
        // Titan knows no purpose.
        bedrock: {
          inputType: purpose === "question" ? "search_query" : "search_document",
          embeddingPurpose: purpose === "question" ? "TEXT_RETRIEVAL" : "GENERIC_INDEX",
        },
      }),
      providerOptions: (call) => (returnsThinking(call) ? { bedrock: { reasoningConfig: summarizedThinking } } : {}),
      listModels: async () => [],
    },
    transport,
  );
}
