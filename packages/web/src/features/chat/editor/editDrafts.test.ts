import type { Message } from "@lectern/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { getOpenEditIds, readEdits, writeEdit } from "./editDrafts.ts";

const createMessage = (id: string, parentId: string | null, content: string): Message => ({
  id,
  parentId,
  role: "user",
  content,
  data: {},
});

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  });
});
afterEach(() => void vi.unstubAllGlobals());

test("edited texts are stored by person, conversation and message until they are saved or discarded", () => {
  writeEdit("u", "c", "m1", "one");
  writeEdit("u", "c", "m2", "two");
  expect([...readEdits("u", "c")]).toEqual([
    ["m1", "one"],
    ["m2", "two"],
  ]);
  expect(readEdits("other", "c").size).toBe(0);
  expect(readEdits("u", "other").size).toBe(0);
  writeEdit("u", "c", "m1", null);
  writeEdit("u", "c", "m2", null);
  expect(stored.size).toBe(0);
});

test("a text that a closed page has sent does not open the editor again", () => {
  const old = createMessage("m1", null, "Old");
  const edits = new Map([["m1", "New"]]);
  expect([...getOpenEditIds(edits, [old])]).toEqual(["m1"]);
  expect(getOpenEditIds(edits, [old, createMessage("m2", null, "New")]).size).toBe(0);
  expect([...getOpenEditIds(edits, [old, createMessage("m2", "m1", "New")])]).toEqual(["m1"]);
  expect(getOpenEditIds(edits, []).size).toBe(0);
});

test.each(["", "null", "[1]", "{", '{"m":1}', '"m"'])("the unreadable stored value %j contains no edit", (value) => {
  stored.set("lectern.u.edits:c", value);
  expect(readEdits("u", "c").size).toBe(0);
});
