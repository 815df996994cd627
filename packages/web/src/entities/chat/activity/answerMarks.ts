import * as z from "zod/mini";
import { createStore, type StoreApi } from "zustand/vanilla";
import { onUserValueChanged, readUserValue, writeUserValue } from "../../../lib/userStorage.ts";
import { parseStored } from "../parseStored.ts";
import type { Visibility } from "../runs/streamGate.ts";

/** What a person has not seen yet: an answer that is ready, or one that failed. */
export type AnswerMark = "unread" | "failed";

export interface AnswerMarks {
  /** By conversation id. */
  readonly store: Pick<StoreApi<Readonly<Record<string, AnswerMark>>>, "getState" | "subscribe" | "getInitialState">;
  /** Marks a conversation that the person does not see now. Returns true if it was marked. */
  add(conversationId: string, mark: AnswerMark): boolean;
  remove(conversationIds: readonly string[]): void;
  /** Follows other tabs, and removes the mark of a conversation when the person sees it, until the result is called. */
  connect(): () => void;
}

const storageName = "answerMarks";
const StoredMarks = z.record(z.string(), z.enum(["unread", "failed"]));

/** Creates one person's marks, which are stored in this browser. */
export function createAnswerMarks(userId: string, visibility: Visibility): AnswerMarks {
  const read = () => parseStored(readUserValue(userId, storageName), StoredMarks) ?? {};
  const store = createStore<Readonly<Record<string, AnswerMark>>>(read);

  function write(marks: Readonly<Record<string, AnswerMark>>): void {
    writeUserValue(userId, storageName, Object.keys(marks).length === 0 ? null : JSON.stringify(marks));
    store.setState(marks, true);
  }

  function remove(conversationIds: readonly string[]): void {
    const marks = read();
    if (!conversationIds.some((id) => marks[id])) return;
    write(Object.fromEntries(Object.entries(marks).filter(([id]) => !conversationIds.includes(id))));
  }

  const removeVisible = () => remove(Object.keys(store.getState()).filter(visibility.isVisible));
  return {
    store,
    add(conversationId, mark) {
      if (visibility.isVisible(conversationId)) return false;
      write({ ...read(), [conversationId]: mark });
      return true;
    },
    remove,
    connect() {
      const stopListening = onUserValueChanged(userId, storageName, () => {
        store.setState(read(), true);
        removeVisible();
      });
      const unsubscribe = visibility.subscribe(removeVisible);
      removeVisible();
      return () => {
        stopListening();
        unsubscribe();
      };
    },
  };
}
