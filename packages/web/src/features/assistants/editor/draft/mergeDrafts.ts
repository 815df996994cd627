import { AssistantDraft } from "./assistantDraft.ts";

/** Takes over what somebody else has changed in the fields that the person has left as they were in `base`. Pure. */
export function mergeDrafts(base: AssistantDraft, mine: AssistantDraft, theirs: AssistantDraft): AssistantDraft {
  const baseValues = new Map<string, unknown>(Object.entries(base));
  const myValues = new Map<string, unknown>(Object.entries(mine));
  const isUnchanged = (field: string) => JSON.stringify(baseValues.get(field)) === JSON.stringify(myValues.get(field));
  const taken = Object.entries(theirs).filter(([field]) => isUnchanged(field));
  return AssistantDraft.parse({ ...mine, ...Object.fromEntries(taken) });
}
