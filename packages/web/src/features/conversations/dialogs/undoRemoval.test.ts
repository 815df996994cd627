import { notifications } from "@mantine/notifications";
import { isValidElement, type ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { newConversation } from "../../../entities/conversations/newConversation.ts";
import { openConversation, openPage, readRoute } from "../../../entities/shell/routes.ts";
import { prepareUndo } from "./undoRemoval.ts";

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

/** Removes the open conversation; the page then shows `next`. Returns the ids that were restored. */
async function removeOpen(id: string, next: string | null): Promise<string[]> {
  const restoredIds: string[] = [];
  const conversation = {
    ...newConversation({ isLocal: true, modelId: null, temperature: null }, new Date()),
    id,
  };
  openConversation(id);
  const offerUndo = await prepareUndo(
    {
      read: async () => conversation,
      restore: async (copies) => void restoredIds.push(...copies.map((copy) => copy.id)),
    },
    [conversation],
  );
  openConversation(next);
  offerUndo([id]);
  return restoredIds;
}

test.each<[name: string, goOn: () => void, shown: string]>([
  ["who stays sees the restored chat", () => {}, "a"],
  ["who started a new chat sees the restored chat", () => openConversation(null), "a"],
  ["who opened another chat stays there", () => openConversation("c"), "c"],
])("undoing the removal of the open chat: %s", async (_name, goOn, shown) => {
  const restoredIds = await removeOpen("a", "b");
  goOn();
  pressUndo();
  await vi.waitFor(() => expect(restoredIds).toEqual(["a"]));
  await vi.waitFor(() => expect(readRoute()).toMatchObject({ page: "chat", conversationId: shown }));
});

test("who opened the files stays there when the open chat is restored", async () => {
  const restoredIds = await removeOpen("a", null);
  openPage("files");
  pressUndo();
  await vi.waitFor(() => expect(restoredIds).toEqual(["a"]));
  expect(readRoute()).toMatchObject({ page: "files" });
});

test("undoing two removals of open chats shows the one that was removed last", async () => {
  const firstIds = await removeOpen("a", "b");
  const secondIds = await removeOpen("b", "c");
  pressUndo();
  await vi.waitFor(() => expect([...secondIds, ...firstIds]).toEqual(["b", "a"]));
  await vi.waitFor(() => expect(readRoute()).toMatchObject({ conversationId: "b" }));
});
