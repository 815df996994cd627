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

function describeIncompleteEndpoint({ id, url }: { id: string; url: string }): string {
  const name = id.slice(0, 100);
  const shownUrl = toShownUrl(url);
  if (url === "") return `A new address of “${name}” has no URL.`;
  return shownUrl === null ? `A new address of “${name}” has no key.` : `${shownUrl} of “${name}” has no key.`;
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
    // Each line is a text that can be translated.
    const lines = ["Not saved:", ...incomplete.slice(0, maxReasons).map(describeIncompleteEndpoint)];
    if (incomplete.length > maxReasons) lines.push(`And ${incomplete.length - maxReasons} more.`);
    return { message: lines.join("\n"), isAll: incomplete.length === endpoints.length };
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
