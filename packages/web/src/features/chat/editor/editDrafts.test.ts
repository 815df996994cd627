import type { Message } from "@lectern/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { getOpenEditIds, readEdits, writeEdit } from "./editDrafts.ts";

const message = (id: string, parentId: string | null, content: string): Message => ({
  id,
  parentId,
  role: "user",
  content,
  data: {},
});

let kept: Map<string, string>;
beforeEach(() => {
  kept = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
});
afterEach(() => void vi.unstubAllGlobals());

test("edited texts are kept by message, for one person and one conversation, until they are saved or given up", () => {
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
  expect(kept.size).toBe(0);
});

test("a text that was sent by a page that is gone opens no box again", () => {
  const old = message("m1", null, "Old");
  const edits = new Map([["m1", "New"]]);
  expect([...getOpenEditIds(edits, [old])]).toEqual(["m1"]);
  expect(getOpenEditIds(edits, [old, message("m2", null, "New")]).size).toBe(0);
  expect([...getOpenEditIds(edits, [old, message("m2", "m1", "New")])]).toEqual(["m1"]);
  expect(getOpenEditIds(edits, []).size).toBe(0);
});

test.each(["", "null", "[1]", "{", '{"m":1}', '"m"'])("what is kept and unreadable, %j, is no edit", (value) => {
  kept.set("lectern.u.edits:c", value);
  expect(readEdits("u", "c").size).toBe(0);
});
