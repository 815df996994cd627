import type { Log } from "../log.ts";
import { createAnthropicProvider } from "./anthropic.ts";
import { createBedrockProvider } from "./bedrock.ts";
import { createGoogleProvider } from "./google.ts";
import { createGuide } from "./guide.ts";
import { createModelAgents } from "./modelHttp.ts";
import type { ModelProviders } from "./modelProvider.ts";
import { type ModelTimeLimits, modelTimeLimits } from "./modelTimeLimits.ts";
import { createOpenAiCompatible } from "./openAiCompatible.ts";

/** `limits`: how long a model's server may take, where the usual limits do not fit. */
export function createModelProviders(log: Log, limits: Partial<ModelTimeLimits> = {}): ModelProviders {
  const agents = createModelAgents();
  const guide = createGuide();
  const transport = { agents, log, limits: { ...modelTimeLimits, ...limits } };
  return {
    open(endpoint) {
      switch (endpoint.wire) {
        case "guide":
          return guide;
        case "openai":
        case "azure":
          return createOpenAiCompatible(endpoint, transport);
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
