import { createPageStore } from "../../lib/pageStore.ts";
import { getSectionTitle } from "./sectionTitles.ts";

/** The sections with fields for another entry. */
export type EntryType = "amplifyGroups" | "featureFlags" | "applicationVariables" | "applicationSecrets";

export interface NewEntry {
  name: string;
  value: string;
  problem: { field: "name" | "value"; text: string } | null;
}

const emptyEntry: NewEntry = { name: "", value: "", problem: null };

type NewEntries = { [Type in EntryType]?: NewEntry };

/** What was typed for another entry and not added yet. Outside of the fields, which another tab removes. */
const useEntries = createPageStore<NewEntries>(() => ({}));

export const useNewEntry = (type: EntryType): NewEntry => useEntries((entries) => entries[type]) ?? emptyEntry;

/** Returns what was typed and not added, by section. */
export const useNewEntries = (): Readonly<Record<string, NewEntry | undefined>> => useEntries();

export const hasNewEntries = () => Object.keys(useEntries.getState()).length > 0;

export const hasNewEntry = (type: EntryType) => useEntries.getState()[type] !== undefined;

/** Says of each entry that could not be added why, with the title of its section. */
export const describeUnaddedEntries = (): string[] =>
  (Object.entries(useEntries.getState()) as [EntryType, NewEntry][]).flatMap(([type, { problem }]) =>
    problem ? [`${getSectionTitle(type)}: ${problem.text}`] : [],
  );

export const discardNewEntries = () => useEntries.setState({}, true);

export function changeNewEntry(type: EntryType, changes: Partial<NewEntry>): void {
  const { [type]: typed = emptyEntry, ...others } = useEntries.getState();
  const entry = { ...typed, problem: null, ...changes };
  const isEmpty = entry.name === "" && entry.value === "" && entry.problem === null;
  useEntries.setState(isEmpty ? others : { ...others, [type]: entry }, true);
}

type FindProblem = (entry: { name: string; value: string }) => NewEntry["problem"];

/** Adds what was typed if it is complete; otherwise says what is wrong with it. */
export function submitNewEntry(
  type: EntryType,
  findProblem: FindProblem,
  onAdd: (name: string, value: string) => void,
): void {
  const { name, value } = useEntries.getState()[type] ?? emptyEntry;
  const trimmedName = name.trim();
  const problem = findProblem({ name: trimmedName, value });
  changeNewEntry(type, problem ? { problem } : emptyEntry);
  if (!problem) onAdd(trimmedName, value);
}
