/** The domains of the API in the order in which they are shown, with the beginnings of their paths. */
const domains: readonly (readonly [domain: string, ...paths: string[]])[] = [
  ["Chat", "/chat", "/available_models", "/feedback"],
  ["OpenAI-compatible", "/v1"],
  ["Files", "/files", "/embedding-dual-retrieval"],
  ["Assistants", "/assistant", "/groups/assistants"],
  ["Conversations", "/state/conversation", "/state/workspaces"],
  ["Export", "/chat/convert"],
  ["Sharing", "/state/share"],
  ["Artifacts", "/artifacts"],
  ["Memory", "/memory"],
  ["Groups", "/groups"],
  ["Prompts", "/state/prompts"],
  ["Costs", "/billing", "/state/accounts"],
];

const otherDomain = "Other";

/** The domains as tags of the OpenAPI document. */
export const domainTags = [...domains.map(([name]) => ({ name })), { name: otherDomain }];

/** Returns the domain whose path is the longest beginning of a path. */
export function findDomain(path: string): string {
  const candidates = domains.flatMap(([domain, ...paths]) => paths.map((start) => ({ domain, start })));
  const [found] = candidates
    .filter(({ start }) => path === start || path.startsWith(`${start}/`))
    .sort((a, b) => b.start.length - a.start.length);
  return found?.domain ?? otherDomain;
}
