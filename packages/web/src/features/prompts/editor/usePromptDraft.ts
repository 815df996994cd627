import { type PromptTemplate, PromptType } from "@lectern/contract";
import { useState } from "react";
import * as z from "zod/mini";
import { readUserValue, writeUserValue } from "../../../lib/userStorage.ts";
import { type PromptDraft, toDraft } from "./promptDraft.ts";

interface PromptDraftState {
  draft: PromptDraft;
  /** True if the draft differs from the template. */
  isChanged: boolean;
  /** True if unsaved changes from an earlier visit were restored. */
  wasRestored: boolean;
  change: (draft: PromptDraft) => void;
  /** Resets the draft to the template. */
  reset: () => void;
  /** Deletes the stored draft. */
  discardDraft: () => void;
}

const textSchema = z.string();
const Draft: z.ZodMiniType<PromptDraft> = z.object({
  name: textSchema,
  description: textSchema,
  content: textSchema,
  type: PromptType,
  folderId: textSchema,
  rootPromptId: textSchema,
  requiredTags: textSchema,
  conversationTags: textSchema,
  code: textSchema,
});

/** The draft of a template in the editor, stored in this browser until it is saved or discarded. */
export function usePromptDraft(userId: string, prompt: PromptTemplate, isNew: boolean): PromptDraftState {
  const key = `promptDraft.${isNew ? "new" : prompt.id}`;
  const [initialDraft] = useState(() => toDraft(prompt));
  const [storedDraft] = useState(() => readDraft(userId, key));
  const [draft, setDraft] = useState(storedDraft ?? initialDraft);
  const [wasRestored, setWasRestored] = useState(storedDraft !== null);
  const change = (next: PromptDraft) => {
    setDraft(next);
    writeUserValue(userId, key, isSame(next, initialDraft) ? null : JSON.stringify(next));
  };
  const discardDraft = () => writeUserValue(userId, key, null);
  return {
    draft,
    isChanged: !isSame(draft, initialDraft),
    wasRestored,
    change,
    discardDraft,
    reset() {
      setWasRestored(false);
      change(initialDraft);
    },
  };
}

function readDraft(userId: string, key: string): PromptDraft | null {
  try {
    return Draft.parse(JSON.parse(readUserValue(userId, key) ?? "null"));
  } catch {
    // There is no stored draft, or an incompatible version of this page stored it.
    return null;
  }
}

const isSame = (a: PromptDraft, b: PromptDraft) => JSON.stringify(a) === JSON.stringify(b);
