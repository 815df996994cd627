import { splitPeople } from "./peopleEntries.ts";

/** The people that somebody is entering. */
export interface PeopleDraft {
  /** What has been entered, each once, in the order in which it was entered. */
  entries: readonly string[];
  /** What is still in the field. */
  text: string;
}

export const emptyPeopleDraft: PeopleDraft = { entries: [], text: "" };

/** True if somebody has been entered or typed. */
export const hasPeople = ({ entries, text }: PeopleDraft): boolean => entries.length > 0 || text.trim() !== "";

/** Adds the entries in `text` and empties the field. Also returns those that had already been entered. Pure. */
export function addPeople(draft: PeopleDraft, text: string): { draft: PeopleDraft; duplicates: readonly string[] } {
  const entries = new Map(draft.entries.map((entry) => [entry.toLowerCase(), entry]));
  const duplicates: string[] = [];
  for (const entry of splitPeople(text)) {
    if (entries.has(entry.toLowerCase())) duplicates.push(entry);
    else entries.set(entry.toLowerCase(), entry);
  }
  return { draft: { entries: [...entries.values()], text: "" }, duplicates };
}

/** Adds what is still in the field. Call it when the form is submitted. Pure. */
export const completePeople = (draft: PeopleDraft): PeopleDraft => addPeople(draft, draft.text).draft;

export function removePerson(draft: PeopleDraft, entry: string): PeopleDraft {
  return { ...draft, entries: draft.entries.filter((each) => each !== entry) };
}

/** Removes what was submitted. What has been entered since stays. Pure. */
export function removeSubmitted(draft: PeopleDraft, submitted: PeopleDraft): PeopleDraft {
  const submittedEntries = new Set(submitted.entries);
  return { ...draft, entries: draft.entries.filter((entry) => !submittedEntries.has(entry)) };
}

/** Moves an entry back to the field, to be corrected. What is in the field is entered instead. */
export function editPerson(draft: PeopleDraft, entry: string): PeopleDraft {
  return { ...removePerson(completePeople(draft), entry), text: entry };
}
