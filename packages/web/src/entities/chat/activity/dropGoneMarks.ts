import { type QueryClient, QueryObserver } from "@tanstack/react-query";
import { conversationKeys } from "../../conversations/store/conversationCache.ts";
import type { StoredSummary } from "../../conversations/storedSummary.ts";
import type { AnswerMarks } from "./answerMarks.ts";

/**
 * Removes the marks of conversations that are gone from the list, for example because another device has deleted them:
 * nobody could open them to see the answer. Returns the function that stops this.
 */
export function dropGoneMarks(cache: QueryClient, userId: string, marks: AnswerMarks): () => void {
  const drop = (list: readonly StoredSummary[] | undefined) => {
    const markedIds = Object.keys(marks.store.getState());
    if (!list || markedIds.length === 0) return;
    const listedIds = new Set(list.map(({ id }) => id));
    marks.remove(markedIds.filter((id) => !listedIds.has(id)));
  };
  const observer = new QueryObserver<StoredSummary[]>(cache, {
    queryKey: conversationKeys.list(userId),
    enabled: false,
  });
  drop(observer.getCurrentResult().data);
  return observer.subscribe(({ data }) => drop(data));
}
