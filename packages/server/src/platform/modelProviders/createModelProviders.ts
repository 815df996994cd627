import type { Log } from "../log.ts";
import { createGuide } from "./guide.ts";
import { createModelAgents } from "./modelHttp.ts";
import type { ModelProviders } from "./modelProvider.ts";
import { createOpenAiCompatible, type ModelTimeLimits, modelTimeLimits } from "./openAiCompatible.ts";

/** `limits`: how long a model's server may take, where the usual limits do not fit. */
export function createModelProviders(log: Log, limits: Partial<ModelTimeLimits> = {}): ModelProviders {
  const agents = createModelAgents();
  const guide = createGuide();
  return {
    open(endpoint) {
      switch (endpoint.wire) {
        case "guide":
          return guide;
        case "openai":
        case "azure":
          return createOpenAiCompatible(endpoint, { agents, log, limits: { ...modelTimeLimits, ...limits } });
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
