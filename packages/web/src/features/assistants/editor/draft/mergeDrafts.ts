import { AssistantDraft } from "./assistantDraft.ts";

/**
 * Takes over what somebody else has changed in the fields, options and operations that the person has left as they were in
 * `base`. Pure.
 */
export function mergeDrafts(base: AssistantDraft, mine: AssistantDraft, theirs: AssistantDraft): AssistantDraft {
  const [ofBase, ofMine, ofTheirs] = [base.capabilities, mine.capabilities, theirs.capabilities];
  return AssistantDraft.parse({
    ...mergeFields(base, mine, theirs),
    capabilities: {
      ...mergeFields(ofBase, ofMine, ofTheirs),
      featureOptions: mergeFields(ofBase.featureOptions, ofMine.featureOptions, ofTheirs.featureOptions),
    },
    registeredOperations: mergeLists(base.registeredOperations, mine.registeredOperations, theirs.registeredOperations),
    customApis: mergeLists(base.customApis, mine.customApis, theirs.customApis),
  });
}

function mergeFields(base: object, mine: object, theirs: object): Record<string, unknown> {
  const baseValues = new Map<string, unknown>(Object.entries(base));
  const myValues = new Map<string, unknown>(Object.entries(mine));
  const taken = Object.entries(theirs).filter(([field]) => isSame(baseValues.get(field), myValues.get(field)));
  return { ...Object.fromEntries(myValues), ...Object.fromEntries(taken) };
}

/** Merges lists by the ids of their entries. What somebody else has deleted stays if the person has changed it. */
function mergeLists<Entry extends { id: string }>(
  base: readonly Entry[],
  mine: readonly Entry[],
  theirs: readonly Entry[],
): Entry[] {
  const find = (entries: readonly Entry[], id: string) => entries.find((entry) => entry.id === id);
  const isUnchanged = (id: string) => isSame(find(base, id), find(mine, id));
  const taken = theirs.flatMap((entry) => (isUnchanged(entry.id) ? entry : (find(mine, entry.id) ?? [])));
  return [...taken, ...mine.filter(({ id }) => !find(theirs, id) && !isUnchanged(id))];
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
