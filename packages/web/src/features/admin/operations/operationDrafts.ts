import { createPageStore } from "../../../lib/pageStore.ts";
import { emptyDraft, isBlank, type OperationDraft } from "./operationDraft.ts";

interface OperationDrafts {
  /** What the fields show. */
  typed: OperationDraft;
  /** Operations that are to be registered together with it. */
  drafts: readonly OperationDraft[];
}

const empty: OperationDrafts = { typed: emptyDraft, drafts: [] };

/** The operations that an administrator is drafting. Outside of the tab, which another one removes. */
export const useOperationDrafts = createPageStore<OperationDrafts>(() => empty);

const { getState, setState } = useOperationDrafts;

export const hasOperationDrafts = (): boolean => listOperationDrafts().length > 0;

export const discardOperationDrafts = (): void => setState(empty);

/** Lists the drafts, and what is typed as the last one. */
export function listOperationDrafts({ typed, drafts } = getState()): readonly OperationDraft[] {
  return isBlank(typed) ? drafts : [...drafts, typed];
}

export const changeTyped = (changes: Partial<OperationDraft>): void =>
  setState(({ typed }) => ({ typed: { ...typed, ...changes } }));

/** Adds what is typed to the drafts, and shows another operation in the fields. */
export const editOperation = (typed: OperationDraft): void => setState({ typed, drafts: listOperationDrafts() });

export const addTyped = (): void => editOperation(emptyDraft);

/** Moves a draft to the fields. What is typed there becomes a draft. */
export const editDraft = (draft: OperationDraft): void =>
  setState({ typed: draft, drafts: listOperationDrafts().filter((other) => other !== draft) });

/** Removes drafts, and what is typed if it is one of them. What has been changed since stays. */
export const removeDrafts = (removed: readonly OperationDraft[]): void =>
  setState(({ typed, drafts }) => ({
    typed: removed.includes(typed) ? emptyDraft : typed,
    drafts: drafts.filter((draft) => !removed.includes(draft)),
  }));
