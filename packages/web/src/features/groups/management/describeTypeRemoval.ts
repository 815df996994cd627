import type { AssistantSummary } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { listNames, quoteName } from "../../../lib/text/listNames.ts";

/**
 * Says which assistants have something for group types that are to be removed, and what becomes of it; null if none has.
 * Pure.
 */
export function describeTypeRemoval(
  assistants: readonly Pick<AssistantSummary, "name" | "groupTypes">[],
  removedTypes: readonly string[],
): string | null {
  const isUsed = (type: AssistantSummary["groupTypes"][number]) =>
    type.isCustomized === true && removedTypes.includes(type.name);
  const users = assistants.filter(({ groupTypes }) => groupTypes.some(isUsed));
  if (users.length === 0) return null;
  const usedTypes = removedTypes.filter((name) =>
    users.some(({ groupTypes }) => groupTypes.some((type) => type.name === name && isUsed(type))),
  );
  const types = listNames(usedTypes.map(quoteName));
  const names = listNames(users.map(({ name }) => quoteName(name)));
  const use = plural(users.length, {
    one: `The assistant ${names} has settings for ${types}, such as instructions or documents, which will no longer apply.`,
    other: `The assistants ${names} have settings for ${types}, such as instructions or documents, which will no longer apply.`,
  });
  return `${use} ${t`They come back if you add the type again under the same name, unless the assistant has been saved in the meantime.`}`;
}
