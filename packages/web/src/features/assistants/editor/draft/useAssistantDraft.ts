import { t } from "@lingui/core/macro";
import { useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import { publishAssistantDrafts } from "../../../../entities/assistants/assistantDrafts.ts";
import { readUserValue, writeUserValue } from "../../../../lib/userStorage.ts";
import { AssistantDraft, isSameDraft } from "./assistantDraft.ts";
import { emptyTypedSecrets } from "./customApiDraft.ts";
import { mergeDrafts } from "./mergeDrafts.ts";

/** A draft in this browser, with the version that it is based on; null for an assistant that does not exist yet. */
const StoredDraft = z.object({
  draft: AssistantDraft,
  baseVersion: z.nullable(z.number()),
  /** By which the server knows a new assistant again that is saved once more because the response was lost. */
  draftId: z._default(z.string(), () => crypto.randomUUID()),
});
type StoredDraft = z.infer<typeof StoredDraft>;

export interface DraftState {
  draft: AssistantDraft;
  /** The version on which the draft is based; null: none. */
  baseVersion: number | null;
  draftId: string;
  /** True if the draft differs from the saved assistant. */
  isChanged: boolean;
  /** What happened to the draft other than by typing; null: nothing, or it is long ago. */
  notice: DraftNotice | null;
  change: (changes: Partial<AssistantDraft> | ((latest: AssistantDraft) => Partial<AssistantDraft>)) => void;
  /** Replaces the whole draft, by what is saved as `baseVersion` if it is given. The notice offers to undo it. */
  replace: (draft: AssistantDraft, text: string, baseVersion?: number) => void;
  /** True if something has been typed since the draft was `earlier`, even if it has not been rendered yet. */
  hasChangedSince: (earlier: AssistantDraft) => boolean;
  /**
   * Continues with what has been saved as `baseVersion`, and with what was typed since `earlier` was sent. If that is
   * something, the notice says `text`; null: there is no notice.
   */
  reset: (draft: AssistantDraft, baseVersion: number, earlier: AssistantDraft, text: string | null) => void;
  /** Returns to what the notice offers. */
  undo: () => void;
  /** Gives the draft another id, so that saving it makes an assistant of its own. */
  renewId: () => void;
  /**
   * Stores the draft, changed by `prepare`, with another key, where it is continued, on top of `baseVersion` if it is
   * given. So is what is typed until the form closes. Leaves both drafts as they are if there is one already.
   */
  moveTo: (otherKey: string, prepare: (draft: AssistantDraft) => AssistantDraft, baseVersion?: number) => void;
  /** Deletes the stored draft. */
  discard: () => void;
}

export interface DraftNotice {
  /** `unsaved`: there are changes that the author may believe to be saved. */
  kind: "unsaved" | "replaced";
  text: string;
}

const writeDelayMs = 100;

/**
 * The draft that was moved and is about to be opened. It needs no notice, because the person saw it a moment ago. `stored`:
 * with its secrets, which the browser does not store; null if nothing was stored.
 */
let movedDraft: { userId: string; key: string; stored: StoredDraft | null } | null = null;

/** The draft of an assistant in the editor, stored in this browser until it is saved or discarded. */
export function useAssistantDraft(
  userId: string,
  key: string,
  saved: { draft: AssistantDraft; version: number | null },
): DraftState {
  const [stored] = useState(() => getMovedDraft(userId, key) ?? readStoredDraft(userId, key));
  const [current, setCurrent] = useState<StoredDraft>(() => stored ?? createStoredDraft(saved));
  const [previous, setPrevious] = useState<StoredDraft | null>(null);
  const [notice, setNotice] = useState<DraftNotice | null>(() =>
    stored && !(movedDraft?.userId === userId && movedDraft.key === key)
      ? { kind: "unsaved", text: t`Your unsaved changes were restored.` }
      : null,
  );
  useEffect(() => {
    if (movedDraft?.key === key) movedDraft = null;
  }, [key]);
  // What is typed right before the draft moves may not have been rendered yet.
  const currentRef = useRef(current);
  const storeMovedRef = useRef<((moved: StoredDraft) => void) | null>(null);
  const isChanged = !isSameDraft(current.draft, saved.draft);
  const { write, cancel } = useDelayedWrite(userId, key);
  const set = (next: StoredDraft, isSaved = isSameDraft(next.draft, saved.draft)) => {
    currentRef.current = next;
    setCurrent(next);
    if (storeMovedRef.current) storeMovedRef.current(next);
    else write(isSaved ? null : serialize(next));
  };
  const discard = () => {
    cancel();
    writeUserValue(userId, key, null);
    publishAssistantDrafts();
  };
  return {
    draft: current.draft,
    baseVersion: current.baseVersion,
    draftId: current.draftId,
    isChanged,
    notice,
    change(changes) {
      const latest = currentRef.current;
      const newValues = typeof changes === "function" ? changes(latest.draft) : changes;
      set({ ...latest, draft: { ...latest.draft, ...newValues } });
    },
    replace(draft, text, baseVersion) {
      setPrevious(current);
      setNotice({ kind: "replaced", text });
      if (baseVersion === undefined) set({ ...current, draft });
      else set({ ...current, draft, baseVersion }, true);
    },
    hasChangedSince: (earlier) => !isSameDraft(currentRef.current.draft, earlier),
    reset(draft, baseVersion, earlier, text) {
      const continued = mergeDrafts(earlier, currentRef.current.draft, draft);
      const isSaved = isSameDraft(continued, draft);
      setNotice(isSaved || text === null ? null : { kind: "unsaved", text });
      // With another id, because the server knows what was saved by this one.
      set(createStoredDraft({ draft: continued, version: baseVersion }), isSaved);
    },
    undo() {
      setNotice(null);
      set(notice?.kind === "replaced" && previous ? previous : createStoredDraft(saved));
    },
    renewId: () => set({ ...current, draftId: crypto.randomUUID() }),
    moveTo(otherKey, prepare, baseVersion) {
      if (readStoredDraft(userId, otherKey)) return;
      movedDraft = { userId, key: otherKey, stored: null };
      storeMovedRef.current = (moved) => {
        const base = baseVersion === undefined ? moved : { ...moved, baseVersion };
        const movedTo = { ...base, draft: prepare(moved.draft) };
        movedDraft = { userId, key: otherKey, stored: movedTo };
        writeUserValue(userId, otherKey, serialize(movedTo));
      };
      if (!isSameDraft(currentRef.current.draft, saved.draft)) storeMovedRef.current(currentRef.current);
      discard();
    },
    discard,
  };
}

const getMovedDraft = (userId: string, key: string): StoredDraft | null =>
  movedDraft?.userId === userId && movedDraft.key === key ? movedDraft.stored : null;

/** Without the secrets that have been typed. */
const serialize = ({ draft, ...stored }: StoredDraft): string =>
  JSON.stringify({ ...stored, draft: { ...draft, customApis: draft.customApis.map(emptyTypedSecrets) } });

const createStoredDraft = ({ draft, version }: { draft: AssistantDraft; version: number | null }): StoredDraft => ({
  draft,
  baseVersion: version,
  draftId: crypto.randomUUID(),
});

/** Writes a value to the person's storage 100 ms after the last change, and when the page or the editor closes. */
function useDelayedWrite(userId: string, key: string) {
  const pendingRef = useRef<{ value: string | null; timer: ReturnType<typeof setTimeout> } | null>(null);
  useEffect(() => {
    const flush = () => {
      if (!pendingRef.current) return;
      clearTimeout(pendingRef.current.timer);
      writeUserValue(userId, key, pendingRef.current.value);
      pendingRef.current = null;
    };
    addEventListener("pagehide", flush);
    return () => {
      removeEventListener("pagehide", flush);
      flush();
      publishAssistantDrafts();
    };
  }, [userId, key]);
  const cancel = () => {
    clearTimeout(pendingRef.current?.timer);
    pendingRef.current = null;
  };
  return {
    cancel,
    write(value: string | null) {
      cancel();
      const timer = setTimeout(() => {
        pendingRef.current = null;
        writeUserValue(userId, key, value);
        publishAssistantDrafts();
      }, writeDelayMs);
      pendingRef.current = { value, timer };
    },
  };
}

/** Returns the draft that this browser stores; null: none. */
export function readStoredDraft(userId: string, key: string): StoredDraft | null {
  try {
    return StoredDraft.parse(JSON.parse(readUserValue(userId, key) ?? "null"));
  } catch {
    // There is no stored draft, or an incompatible version of this page stored it.
    return null;
  }
}
