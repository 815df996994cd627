import type { Memory } from "@lectern/contract";
import { useState } from "react";
import { useMemoryActions } from "../../entities/memory/memoryActions.ts";
import { setMemoryDraft, useMemoryDrafts } from "./memoryDrafts.ts";

/** The state of a memory: it is viewed, edited or being saved. `hasFailed`: the last attempt to save it failed. */
export interface MemoryEdit {
  status: "viewing" | "editing" | "saving";
  hasFailed: boolean;
  /** True if the person has begun to edit it here, rather than before it was shown. */
  wasStartedHere: boolean;
  /** The text that is edited. */
  text: string;
  setText: (text: string) => void;
  start: () => void;
  cancel: () => void;
  save: () => Promise<void>;
}

export function useMemoryEdit({ id, content: savedText }: Memory): MemoryEdit {
  const { edit } = useMemoryActions();
  const draft = useMemoryDrafts((drafts) => drafts[id]);
  const [wasStartedHere, setWasStartedHere] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const isEditing = wasStartedHere || draft !== undefined;
  const text = draft ?? savedText;
  const end = () => {
    setMemoryDraft(id, undefined);
    setWasStartedHere(false);
    setHasFailed(false);
  };
  return {
    ...{ hasFailed, wasStartedHere, text },
    status: isSaving ? "saving" : isEditing ? "editing" : "viewing",
    setText: (changed) => setMemoryDraft(id, changed === savedText ? undefined : changed),
    start: () => setWasStartedHere(true),
    cancel: end,
    async save() {
      const content = text.trim();
      if (content === "" || isSaving) return;
      if (content === savedText) return end();
      setIsSaving(true);
      const isSaved = await edit(id, content);
      setIsSaving(false);
      if (isSaved) end();
      else setHasFailed(true);
    },
  };
}
