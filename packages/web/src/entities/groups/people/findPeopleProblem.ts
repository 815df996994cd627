import { limits } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { findEntryProblem } from "./findEntryProblem.ts";
import type { PeopleDraft } from "./peopleDraft.ts";
import type { EnterableGroups } from "./wholeGroups.ts";

interface CheckOptions extends EnterableGroups {
  /** True if nobody has to be entered. */
  isOptional?: boolean;
  /** How many can be entered at once. */
  max?: number;
}

/** Returns why the entered people cannot be submitted; null if they can. The draft is complete. Pure. */
export function findPeopleProblem(
  { entries }: PeopleDraft,
  { isOptional = false, max = limits.groupMembersPerCall, ...enterable }: CheckOptions,
): string | null {
  const count = entries.filter((entry) => findEntryProblem(entry, enterable) !== null).length;
  if (count > 0) {
    return plural(count, { one: "Correct or remove # entry.", other: "Correct or remove # entries." });
  }
  if (entries.length > max) return t`You can enter at most ${max} people at once.`;
  return entries.length === 0 && !isOptional ? t`Enter at least one person.` : null;
}
