import type { Model } from "@lectern/contract";

export interface ModelFamily {
  name: string;
  models: readonly Model[];
}

/** [A3.23] What an id or a provider says of the family; the first that fits. */
const families: readonly { name: string; pattern: RegExp }[] = [
  { name: "OpenAI", pattern: /gpt|(^|[^a-z0-9])o[13]([^0-9]|$)/i },
  { name: "Claude", pattern: /anthropic|claude/i },
  { name: "Mistral", pattern: /mistral|mixtral|ministral/i },
  { name: "Llama", pattern: /llama/i },
];
const otherFamily = "Other";

/** The models by family, in the families' order; what belongs to none comes last. */
export function modelFamilies(models: readonly Model[]): ModelFamily[] {
  const byFamily = Map.groupBy(models, familyOf);
  return [...families.map(({ name }) => name), otherFamily].flatMap((name) => {
    const members = byFamily.get(name);
    return members ? [{ name, models: members }] : [];
  });
}

// By the id first: a server that speaks OpenAI's wire and has a Llama calls itself OpenAI.
function familyOf({ id, provider }: Model): string {
  const isMember = ({ pattern }: { pattern: RegExp }) => pattern.test(id);
  return families.find(isMember)?.name ?? families.find(({ pattern }) => pattern.test(provider))?.name ?? otherFamily;
}
