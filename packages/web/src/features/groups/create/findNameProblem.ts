import type { Group } from "@lectern/contract";
import { t } from "@lingui/core/macro";

/** Returns why a group cannot have this name; null if it can, as far as the person's groups show. Pure. */
export function findNameProblem(typedName: string, groups: readonly Group[] | undefined): string | null {
  const name = typedName.trim();
  if (name === "") return t`Group name is required. Please add a group name to create the group.`;
  const other = groups?.find((group) => group.name.toLowerCase() === name.toLowerCase());
  if (!other) return null;
  return other.isBuiltIn
    ? t`The group name ${name} isn't available. Please choose a different group name.`
    : t`Group name must be unique to all groups you are a member of.`;
}
