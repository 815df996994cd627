import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readUserValue, writeUserValue } from "../../../lib/userStorage.ts";
import { getSettledDraftKey, getStoredDraftName, moveDraftTextToNew, newDraftKey } from "./draftTexts.ts";

const userId = "u-drafts";
const read = (key: string) => readUserValue(userId, getStoredDraftName(key));
const write = (key: string, text: string | null) => writeUserValue(userId, getStoredDraftName(key), text);

let openedFragment = "";
beforeEach(() => {
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("location", {
    get hash() {
      return openedFragment;
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

test("the text of a conversation that is gone moves to the new draft, after the text that it has", () => {
  moveDraftTextToNew(userId, "gone");
  expect(read(newDraftKey)).toBeNull();
  write("gone", "Unsent");
  moveDraftTextToNew(userId, "gone");
  expect([read(newDraftKey), read("gone")]).toEqual(["Unsent", null]);
  write("gone", "Another");
  moveDraftTextToNew(userId, "gone");
  expect([read(newDraftKey), read("gone")]).toEqual(["Unsent\n\nAnother", null]);
});

test("the draft of a new conversation gets its own key with its first message, and is new again if that is returned", () => {
  openedFragment = "#c=other";
  expect(getSettledDraftKey(newDraftKey, "c1", "accepted")).toBe("c1");
  expect(getSettledDraftKey(newDraftKey, "c1", "returned")).toBe(newDraftKey);
  expect(getSettledDraftKey("c1", "c1", "returned")).toBe("c1");
  openedFragment = "#c=c1";
  expect(getSettledDraftKey(newDraftKey, "c1", "returned")).toBe("c1");
});
