import type { Log } from "../log.ts";
import { createAnthropicProvider } from "./aiSdk/anthropic.ts";
import { createBedrockProvider } from "./aiSdk/bedrock.ts";
import { createGoogleProvider } from "./aiSdk/google.ts";
import { createGuideProvider } from "./guide/guideProvider.ts";
import type { ModelProviders } from "./modelProvider.ts";
import { createOpenAiCompatibleProvider } from "./openAi/openAiCompatible.ts";
import { createRefusedParameters } from "./openAi/refusedParameters.ts";
import { createModelAgents } from "./transport/modelHttp.ts";
import { type ModelTimeLimits, modelTimeLimits } from "./transport/modelTimeLimits.ts";

/** `limits` overrides the default time limits for model servers. */
export function createModelProviders(log: Log, limits: Partial<ModelTimeLimits> = {}): ModelProviders {
  const agents = createModelAgents();
  const guide = createGuideProvider();
  const refusedParameters = createRefusedParameters();
  const transport = { agents, log, limits: { ...modelTimeLimits, ...limits } };
  return {
    open(endpoint) {
      switch (endpoint.wire) {
        case "guide":
          return guide;
        case "openai":
        case "azure":
          return createOpenAiCompatibleProvider(endpoint, transport, refusedParameters);
        case "anthropic":
          return createAnthropicProvider(endpoint, transport);
        case "google":
          return createGoogleProvider(endpoint, transport);
        case "bedrock":
          return createBedrockProvider(endpoint, transport);
        default:
          return endpoint.wire satisfies never;
      }
    },
    async close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}
