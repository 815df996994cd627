import {
  forgetModels,
  isIncompleteEndpoint,
  listEndpointConfigs,
  lockModels,
  saveEndpointConfigs,
} from "../../models/service.ts";
import type { ConfigSection } from "../section.ts";

const maxReasons = 10;

/** The address without what may be a secret in it: user, password, query and fragment. Null if it is not valid. */
function toShownUrl(url: string): string | null {
  const { protocol, origin, pathname } = URL.parse(url) ?? {};
  return protocol === "http:" || protocol === "https:" ? `${origin}${pathname}`.slice(0, 200) : null;
}

/** The addresses at which each model answers. Keys are stored beside, encrypted, and are never read. */
export const openaiEndpointsSection: ConfigSection<"openaiEndpoints"> = {
  type: "openaiEndpoints",
  isFirst: false,
  read: listEndpointConfigs,
  lock: lockModels,
  describeIncomplete(data) {
    const endpoints = data.flatMap((model) => model.endpoints.map((endpoint) => ({ id: model.id, ...endpoint })));
    const incomplete = endpoints.filter(isIncompleteEndpoint);
    if (incomplete.length === 0) return null;
    const reasons = incomplete.slice(0, maxReasons).map(({ id, url }) => {
      const model = `“${id.slice(0, 100)}”`;
      return url === ""
        ? `A new address of ${model} has no URL.`
        : `${toShownUrl(url) ?? "A new address"} of ${model} has no key.`;
    });
    if (incomplete.length > maxReasons) reasons.push(`And ${incomplete.length - maxReasons} more.`);
    return { message: `Not saved: ${reasons.join(" ")}`, isAll: incomplete.length === endpoints.length };
  },
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
