import type { GroupLevel } from "@lectern/contract";
import { useStore } from "zustand";
import { createPageStore } from "../../lib/pageStore.ts";

/** The levels that somebody has chosen but not yet confirmed, by the id of the member. */
export type LevelDrafts = ReadonlyMap<string, GroupLevel>;

/** What somebody has changed in the management of a group, but not saved. */
interface GroupDraft {
  /** Null: unchanged. */
  types: readonly string[] | null;
  levels: LevelDrafts;
}

const noDraft: GroupDraft = { types: null, levels: new Map() };

/** By the id of the group. Drafts stay when the management of a group is left, until they are saved or discarded. */
const drafts = createPageStore<ReadonlyMap<string, GroupDraft>>(() => new Map());

/** Returns the unsaved changes of a group, and a function that replaces some of them. */
export function useGroupDraft(groupId: string) {
  const draft = useStore(drafts, (all) => all.get(groupId) ?? noDraft);
  return { draft, change: (changes: Partial<GroupDraft>) => changeGroupDraft(groupId, changes) };
}

function changeGroupDraft(groupId: string, changes: Partial<GroupDraft>): void {
  drafts.setState((all) => new Map(all).set(groupId, { ...(all.get(groupId) ?? noDraft), ...changes }), true);
}

/** Ends the draft of a group's types once they are saved, unless they were changed again meanwhile. */
export function endTypesDraft(groupId: string, saved: readonly string[]): void {
  if (drafts.getState().get(groupId)?.types === saved) changeGroupDraft(groupId, { types: null });
}

export const hasGroupDrafts = (): boolean =>
  [...drafts.getState().values()].some(({ types, levels }) => types !== null || levels.size > 0);

export const discardGroupDrafts = (): void => drafts.setState(new Map(), true);
