import { forgetModels, listEndpointConfigs, lockModels, saveEndpointConfigs } from "../../models/service.ts";
import type { ConfigSection } from "../section.ts";

/** The addresses at which each model answers. Keys are stored beside, encrypted, and are never read. */
export const openaiEndpointsSection: ConfigSection<"openaiEndpoints"> = {
  type: "openaiEndpoints",
  isFirst: false,
  read: listEndpointConfigs,
  lock: lockModels,
  async save(tx, { ctx, data }) {
    await saveEndpointConfigs(tx, ctx, data);
    return null;
  },
  toAudited(_platform, data) {
    const models = data.map(({ id, endpoints }) => [id, endpoints.map(({ url, hasKey }) => ({ url, hasKey }))]);
    return Object.fromEntries(models);
  },
  publish: forgetModels,
};
