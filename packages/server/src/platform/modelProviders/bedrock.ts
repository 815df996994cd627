import { createAiSdkProvider } from "./aiSdkProvider.ts";
import { summarizedThinking, tellsThoughts } from "./anthropic.ts";
import type { ModelEndpoint, ModelProvider } from "./modelProvider.ts";
import type { ModelTransport } from "./modelTransport.ts";

/**
 * Amazon Bedrock's ConverseStream, with a Bedrock key or with signed requests. The endpoint's `url` is as in
 * `https://bedrock-runtime.eu-central-1.amazonaws.com`; its models are configured, not asked for.
 */
export function createBedrockProvider(endpoint: ModelEndpoint, transport: ModelTransport): ModelProvider {
  const { url, key, region = "", awsCredentials } = endpoint;
  return createAiSdkProvider(
    {
      streamType: "application/vnd.amazon.eventstream",
      async openModel(model, fetch) {
        const { createAmazonBedrock } = await import("@ai-sdk/amazon-bedrock");
        // An absent setting would be looked for in the environment, which only the configuration reads.
        const bedrock = createAmazonBedrock({
          baseURL: url,
          region,
          apiKey: key,
          accessKeyId: awsCredentials?.accessKeyId ?? "",
          secretAccessKey: awsCredentials?.secretAccessKey ?? "",
          fetch,
          ...(awsCredentials?.sessionToken != null && { sessionToken: awsCredentials.sessionToken }),
        });
        return bedrock(model);
      },
      providerOptions: (call) => (tellsThoughts(call) ? { bedrock: { reasoningConfig: summarizedThinking } } : {}),
      listModels: async () => [],
    },
    transport,
  );
}
