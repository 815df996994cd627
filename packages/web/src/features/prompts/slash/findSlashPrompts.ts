import type { PromptTemplate } from "@lectern/contract";

const offeredTypes: ReadonlySet<PromptTemplate["type"]> = new Set(["prompt", "automation", "follow_up"]);
const mostOffered = 100;

/** The prompts that have what is typed behind a slash in their name; those whose name or a word of it begins so come first. */
export function findSlashPrompts(prompts: readonly PromptTemplate[], query: string): PromptTemplate[] {
  const wanted = query.toLocaleLowerCase();
  return prompts
    .filter(({ type, data }) => offeredTypes.has(type) && data.hidden !== true)
    .map((prompt) => ({ prompt, rank: rankOf(prompt.name.toLocaleLowerCase(), wanted) }))
    .filter(({ rank }) => rank < notFound)
    .toSorted((a, b) => a.rank - b.rank || a.prompt.name.localeCompare(b.prompt.name))
    .slice(0, mostOffered)
    .map(({ prompt }) => prompt);
}

const notFound = 3;

function rankOf(name: string, wanted: string): number {
  if (name.startsWith(wanted)) return 0;
  if (name.split(/\s+/).some((word) => word.startsWith(wanted))) return 1;
  // A name has spaces, what is typed behind a slash has none.
  return name.replaceAll(/\s+/g, "").includes(wanted.replaceAll(/[-_]/g, "")) ? 2 : notFound;
}
