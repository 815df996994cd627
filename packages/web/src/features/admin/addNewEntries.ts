import { flagNames, isFlagName, limits, toFlagKey } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { changeConfigDraft, useConfigDrafts } from "./configDrafts.ts";
import { createGroup } from "./groupImport/createGroup.ts";
import { type EntryType, hasNewEntry, type NewEntry, submitNewEntry } from "./newEntries.ts";
import { createFlag } from "./sections/createFlag.ts";
import { type SiteConfigs, unsavedState } from "./siteConfigQuery.ts";

const entryTypes: readonly EntryType[] = [
  "amplifyGroups",
  "featureFlags",
  "applicationVariables",
  "applicationSecrets",
];

/** Adds what was typed for other entries to what is saved, as far as it is complete. */
export function addNewEntries(configs: SiteConfigs): void {
  for (const type of entryTypes.filter(hasNewEntry)) {
    const data = useConfigDrafts.getState().drafts[type] ?? configs[type];
    if (!data) continue;
    const { revision } = configs.states[type] ?? unsavedState;
    submitNewEntry(
      type,
      (entry) => findEntryProblem(type, entry, Object.keys(data)),
      (name, value) =>
        changeConfigDraft(
          type,
          { ...data, [nameEntry(type, name)]: createEntry(type, name, value) } as never,
          revision,
        ),
    );
  }
}

const nameEntry = (type: EntryType, name: string) => (type === "featureFlags" ? toFlagKey(name) : name);

function createEntry(type: EntryType, name: string, value: string) {
  if (type === "amplifyGroups") return createGroup(name);
  if (type === "featureFlags") return createFlag();
  return type === "applicationSecrets" ? { setAt: null, value } : value;
}

/** Returns why an entry cannot be added beside those with these names; null: it can. */
export function findEntryProblem(
  type: EntryType,
  { name, value }: Pick<NewEntry, "name" | "value">,
  names: readonly string[],
): NewEntry["problem"] {
  const nameProblem = findNameProblem(type, name, names);
  if (nameProblem !== null) return { field: "name", text: nameProblem };
  if (type === "applicationSecrets" && value === "") return { field: "value", text: t`Please enter a value.` };
  return null;
}

function findNameProblem(type: EntryType, name: string, names: readonly string[]): string | null {
  if (type === "amplifyGroups") return findGroupProblem(name, names);
  return type === "featureFlags" ? findFlagProblem(name, names) : findVariableProblem(name, names);
}

function findFlagProblem(name: string, names: readonly string[]): string | null {
  const key = toFlagKey(name).toLowerCase();
  if (key === "") return t`Feature name is required. Please enter a name and try again.`;
  // Features that are not listed have names, too.
  if ([...names, ...flagNames].some((other) => other.toLowerCase() === key))
    return t`Feature flag names must be unique. Please try another name.`;
  const customCount = names.filter((other) => !isFlagName(other)).length;
  return customCount >= limits.customFlags ? t`There are too many entries. Please remove some.` : null;
}

function findGroupProblem(name: string, names: readonly string[]): string | null {
  if (name === "") return t`Group name is required. Please enter a name and try again.`;
  // Two names that differ in case only would be mixed up.
  return names.some((other) => other.toLowerCase() === name.toLowerCase())
    ? t`Group names must be unique. Please try another name.`
    : null;
}

function findVariableProblem(name: string, names: readonly string[]): string | null {
  if (name === "") return t`Please enter a name.`;
  if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) {
    return t`A name starts with a letter and has only letters from A to Z, digits and underscores.`;
  }
  if (names.includes(name)) return t`There is already an entry with this name.`;
  return names.length >= limits.applicationVariables ? t`There are too many entries. Please remove some.` : null;
}
