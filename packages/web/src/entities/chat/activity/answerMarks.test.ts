import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { conversationKeys } from "../../conversations/store/conversationCache.ts";
import type { Visibility } from "../runs/streamGate.ts";
import { createAnswerMarks } from "./answerMarks.ts";
import { dropGoneMarks } from "./dropGoneMarks.ts";

let visibleId: string | null;
const listeners = new Set<() => void>();
const visibility: Visibility = {
  isVisible: (id) => id === visibleId,
  subscribe: (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
let userCount = 0;

beforeEach(() => {
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("removeEventListener", () => {});
  visibleId = null;
});

test("marks are stored for the person, and removed when the person sees the conversation", () => {
  const userId = `marks-${++userCount}`;
  const marks = createAnswerMarks(userId, visibility);
  const disconnect = marks.connect();
  expect(marks.add("a", "unread")).toBe(true);
  expect(marks.add("b", "failed")).toBe(true);
  expect(createAnswerMarks(userId, visibility).store.getState()).toEqual({ a: "unread", b: "failed" });
  expect(createAnswerMarks(`marks-${++userCount}`, visibility).store.getState()).toEqual({});
  visibleId = "a";
  for (const listener of listeners) listener();
  expect(marks.store.getState()).toEqual({ b: "failed" });
  marks.remove(["b", "unknown"]);
  expect(createAnswerMarks(userId, visibility).store.getState()).toEqual({});
  disconnect();
  expect(listeners.size).toBe(0);
});

test("a conversation that the person sees is not marked", () => {
  const marks = createAnswerMarks(`marks-${++userCount}`, visibility);
  visibleId = "a";
  expect(marks.add("a", "unread")).toBe(false);
  expect(marks.store.getState()).toEqual({});
});

test("the marks of conversations that are gone from the list are removed", () => {
  const userId = `marks-${++userCount}`;
  const marks = createAnswerMarks(userId, visibility);
  for (const id of ["a", "b", "c"]) marks.add(id, "unread");
  const cache = new QueryClient();
  const setList = (...ids: string[]) =>
    cache.setQueryData(
      conversationKeys.list(userId),
      ids.map((id) => ({ id })),
    );
  const stop = dropGoneMarks(cache, userId, marks);
  expect(Object.keys(marks.store.getState())).toEqual(["a", "b", "c"]);
  setList("a", "b");
  expect(Object.keys(marks.store.getState())).toEqual(["a", "b"]);
  setList("b");
  expect(Object.keys(marks.store.getState())).toEqual(["b"]);
  stop();
});
