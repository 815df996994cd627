import type { Model } from "@lectern/contract";
import { t } from "@lingui/core/macro";

export interface ModelGroup {
  /** The name of the family, as a heading. */
  name: string;
  models: readonly Model[];
}

/** The families, each with a pattern for the ids or providers of its models. The first match decides. */
const families: readonly { name: string; pattern: RegExp }[] = [
  { name: "OpenAI", pattern: /gpt|(^|[^a-z0-9])o[13]([^0-9]|$)/i },
  { name: "Claude", pattern: /anthropic|claude/i },
  { name: "Mistral", pattern: /mistral|mixtral|ministral/i },
  { name: "Llama", pattern: /llama/i },
];

/** Groups models by family, in the order of `families`. Models without a family come last. */
export function groupModels(models: readonly Model[]): ModelGroup[] {
  const byFamily = Map.groupBy(models, findFamily);
  return [...families.map(({ name }) => name), null].flatMap((family) => {
    const members = byFamily.get(family);
    return members ? [{ name: family ?? getOtherName(), models: members }] : [];
  });
}

const getOtherName = () => t({ message: "Other", context: "models" });

/**
 * Returns the family of a model; null if it has none. The id takes precedence over the provider: an OpenAI-compatible
 * server may offer a Llama model.
 */
export function findFamily({ id, provider }: Model): string | null {
  const isMember = ({ pattern }: { pattern: RegExp }) => pattern.test(id);
  return families.find(isMember)?.name ?? families.find(({ pattern }) => pattern.test(provider))?.name ?? null;
}
