import { type PromptTemplate, PromptType } from "@lectern/contract";
import { useState } from "react";
import * as z from "zod/mini";
import { readUserValue, writeUserValue } from "../../../lib/userStorage.ts";
import { draftOf, type PromptDraft } from "./promptDraft.ts";

interface WrittenDraft {
  draft: PromptDraft;
  /** It says something else than the template. */
  isChanged: boolean;
  /** What was left unsaved at another time was put into it. */
  wasRestored: boolean;
  change: (draft: PromptDraft) => void;
  /** Back to what the template says. */
  reset: () => void;
  /** Nothing of it is kept for another time. */
  forget: () => void;
}

const text = z.string();
const Draft: z.ZodMiniType<PromptDraft> = z.object({
  name: text,
  description: text,
  content: text,
  type: PromptType,
  folderId: text,
  rootPromptId: text,
  requiredTags: text,
  conversationTags: text,
  code: text,
});

/** What is being written of a template. It is kept in this browser until it is saved or thrown away. */
export function usePromptDraft(userId: string, prompt: PromptTemplate, isNew: boolean): WrittenDraft {
  const key = `promptDraft.${isNew ? "new" : prompt.id}`;
  const [initial] = useState(() => draftOf(prompt));
  const [kept] = useState(() => readDraft(userId, key));
  const [draft, setDraft] = useState(kept ?? initial);
  const [wasRestored, setWasRestored] = useState(kept !== null);
  const change = (next: PromptDraft) => {
    setDraft(next);
    writeUserValue(userId, key, isSame(next, initial) ? null : JSON.stringify(next));
  };
  const forget = () => writeUserValue(userId, key, null);
  return {
    draft,
    isChanged: !isSame(draft, initial),
    wasRestored,
    change,
    forget,
    reset() {
      setWasRestored(false);
      change(initial);
    },
  };
}

function readDraft(userId: string, key: string): PromptDraft | null {
  try {
    return Draft.parse(JSON.parse(readUserValue(userId, key) ?? "null"));
  } catch {
    // There is none, or one of another version of this page.
    return null;
  }
}

const isSame = (a: PromptDraft, b: PromptDraft) => JSON.stringify(a) === JSON.stringify(b);
