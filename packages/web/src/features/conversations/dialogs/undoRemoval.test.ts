import type { Conversation } from "@lectern/contract";
import { notifications } from "@mantine/notifications";
import { isValidElement, type ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { newConversation } from "../../../entities/conversations/newConversation.ts";
import { openConversation, openPage, readRoute } from "../../../entities/shell/routes.ts";
import { CallError } from "../../../lib/callError.ts";
import { findNotice, recordNotices } from "../../../ui/notices/testing/recordNotices.ts";
import { prepareRemovalNotice } from "./undoRemoval.ts";

let pressUndo = () => {};
beforeEach(() => {
  const location = { pathname: "/", search: "", hash: "" };
  const go = (_state: unknown, _title: string, address: string) => {
    location.hash = address.slice(1);
  };
  vi.stubGlobal("location", location);
  vi.stubGlobal("history", { pushState: go, replaceState: go });
  let close = () => {};
  vi.spyOn(notifications, "hide").mockImplementation(() => {
    close();
    return "";
  });
  vi.spyOn(notifications, "show").mockImplementation((notice) => {
    const { message, onClose } = notice;
    close = () => onClose?.(notice);
    pressUndo = () => readButton(message)?.onClick?.();
    return "";
  });
});

function readButton(message: ReactNode) {
  if (!isValidElement<{ children: ReactNode[] }>(message)) return undefined;
  const [, actions] = message.props.children;
  const [button] = isValidElement<{ children: readonly ReactNode[] }>(actions) ? actions.props.children : [];
  return isValidElement<{ onClick?: () => void }>(button) ? button.props : undefined;
}

const createConversation = (id: string): Conversation => ({
  ...newConversation({ isLocal: true, modelId: null, temperature: null }, new Date()),
  id,
  name: `Name of ${id}`,
});

/** A removal of these conversations, of which those without a copy are `lostIds` and those that are left are `keptIds`. */
function removalOf(doneIds: readonly string[], lostIds: readonly string[] = [], keptIds: readonly string[] = []) {
  return {
    conversations: [...doneIds, ...keptIds].map(createConversation),
    done: doneIds,
    failed: [],
    isCancelled: keptIds.length > 0,
    copies: doneIds.filter((id) => !lostIds.includes(id)).map(createConversation),
  };
}

/** Removes the open conversation; the page then shows `next`. Returns the ids that were restored. */
function removeOpen(id: string, next: string | null): string[] {
  const restoredIds: string[] = [];
  openConversation(id);
  const notifyRemoval = prepareRemovalNotice({
    restore: async (copies) => {
      const done = copies.map((copy) => copy.id);
      restoredIds.push(...done);
      return { done, failed: [], isCancelled: false };
    },
  });
  openConversation(next);
  notifyRemoval(removalOf([id]));
  return restoredIds;
}

test.each<[name: string, goOn: () => void, shown: string]>([
  ["who stays sees the restored chat", () => {}, "a"],
  ["who started a new chat sees the restored chat", () => openConversation(null), "a"],
  ["who opened another chat stays there", () => openConversation("c"), "c"],
])("undoing the removal of the open chat: %s", async (_name, goOn, shown) => {
  const restoredIds = removeOpen("a", "b");
  goOn();
  pressUndo();
  await vi.waitFor(() => expect(restoredIds).toEqual(["a"]));
  await vi.waitFor(() => expect(readRoute()).toMatchObject({ page: "chat", conversationId: shown }));
});

test("who opened the files stays there when the open chat is restored", async () => {
  const restoredIds = removeOpen("a", null);
  openPage("files");
  pressUndo();
  await vi.waitFor(() => expect(restoredIds).toEqual(["a"]));
  expect(readRoute()).toMatchObject({ page: "files" });
});

test("undoing two removals of open chats shows the one that was removed last", async () => {
  const firstIds = removeOpen("a", "b");
  const secondIds = removeOpen("b", "c");
  pressUndo();
  await vi.waitFor(() => expect([...secondIds, ...firstIds]).toEqual(["b", "a"]));
  await vi.waitFor(() => expect(readRoute()).toMatchObject({ conversationId: "b" }));
});

test("an undo that fails for one chat is offered again for that one only", async () => {
  const notices = recordNotices();
  const restoredIds: string[][] = [];
  openConversation("a");
  const notifyRemoval = prepareRemovalNotice({
    restore: async (copies) => {
      const ids = copies.map(({ id }) => id);
      restoredIds.push(ids);
      if (restoredIds.length > 1) return { done: ids, failed: [], isCancelled: false };
      const failed = [{ id: "b", name: "", error: new CallError("Not now.", {}) }];
      return { done: ["a", "c"], failed, isCancelled: false };
    },
  });
  openConversation(null);
  notifyRemoval(removalOf(["a", "b", "c"]));
  findNotice(notices, "3 chats deleted.").press();
  await vi.waitFor(() => findNotice(notices, "“Name of b” deleted.").press());
  await vi.waitFor(() => expect(restoredIds).toEqual([["a", "b", "c"], ["b"]]));
  expect(notices.map(({ title, text }) => title ?? text)).toEqual(["Not now."]);
  expect(readRoute()).toMatchObject({ conversationId: "a" });
});

test.each<[name: string, removal: ReturnType<typeof removalOf>, text: string, restored: readonly string[]]>([
  ["stopped", removalOf(["a", "b"], [], ["c"]), "Stopped: 2 of 3 chats deleted.", ["a", "b"]],
  ["one without a copy", removalOf(["a"], ["a"]), "“Name of a” deleted. This can’t be undone.", []],
  ["all without a copy", removalOf(["a", "b"], ["a", "b"]), "2 chats deleted. This can’t be undone.", []],
  [
    "some without a copy",
    removalOf(["a", "b", "c"], ["b"]),
    "3 chats deleted. 1 of them can’t be restored.",
    ["a", "c"],
  ],
  [
    "stopped, some without a copy",
    removalOf(["a", "b"], ["b"], ["c"]),
    "Stopped: 2 of 3 chats deleted. 1 of them can’t be restored.",
    ["a"],
  ],
])("a removal says what can’t be undone, and offers to undo the rest: %s", async (_name, removal, text, restored) => {
  const notices = recordNotices();
  const restoredIds: string[] = [];
  const notifyRemoval = prepareRemovalNotice({
    restore: async (copies) => {
      const done = copies.map(({ id }) => id);
      restoredIds.push(...done);
      return { done, failed: [], isCancelled: false };
    },
  });
  notifyRemoval(removalOf(["other"]));
  notifyRemoval(removal);
  const texts = notices.map((notice) => notice.text);
  expect(texts).toEqual(["“Name of other” deleted.", text]);
  findNotice(notices, text).press("Undo");
  await vi.waitFor(() => expect(restoredIds).toEqual(restored));
  findNotice(notices, "“Name of other” deleted.").press("Undo");
  await vi.waitFor(() => expect(restoredIds).toEqual([...restored, "other"]));
});
