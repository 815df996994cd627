import { notifications } from "@mantine/notifications";
import { afterEach, expect, test, vi } from "vitest";
import { CallError, NetworkError } from "../../lib/callError.ts";
import { notifyFailure, notifyUndoable } from "./notify.tsx";
import { findNotice, recordNotices } from "./testing/recordNotices.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("a failed call is shown with its message, code that could not be loaded without one; without a network the notice says only that the browser is offline", () => {
  const titles: unknown[] = [];
  vi.spyOn(notifications, "hide").mockReturnValue("");
  vi.spyOn(notifications, "show").mockImplementation(({ title }) => {
    titles.push(title);
    return "";
  });
  notifyFailure(new CallError("Error calling GET - /x: Bad Gateway.", { status: 502 }));
  notifyFailure(new NetworkError("GET - /x", new TypeError()));
  const loadError = new TypeError("Failed to fetch dynamically imported module: http://localhost/a.js");
  notifyFailure(loadError);
  vi.stubGlobal("navigator", { onLine: false });
  notifyFailure(loadError);
  notifyFailure(new NetworkError("GET - /x", new TypeError()));
  notifyFailure(new DOMException("", "AbortError"));
  expect(titles).toEqual([
    "Error calling GET - /x: Bad Gateway.",
    "Network Error calling GET - /x.",
    "A part of the page couldn’t be loaded. Reload the page and try again.",
    "You’re offline. Try again when you’re back online.",
    "You’re offline. Try again when you’re back online.",
  ]);
});

test("Undo undoes the changes of its notice, the latest first; those that fail are reported once, and offered again", async () => {
  const notices = recordNotices();
  const undone: string[] = [];
  let failing = ["c", "b"];
  const change = (id: string) =>
    notifyUndoable({
      kind: "test",
      ids: [id],
      describe: (count) => `${count} changed`,
      undo: async () => {
        if (failing.includes(id)) throw new CallError(`${id} failed.`, {});
        undone.push(id);
      },
    });
  for (const id of ["a", "b", "c", "d"]) change(id);
  findNotice(notices, "4 changed").press();
  await vi.waitFor(() => findNotice(notices, "2 changed"));
  expect(undone).toEqual(["d", "a"]);
  expect(notices.map(({ title, text }) => title ?? text)).toEqual(["c failed.", "2 changed"]);
  failing = [];
  findNotice(notices, "2 changed").press();
  await vi.waitFor(() => expect(undone).toEqual(["d", "a", "c", "b"]));
  expect(notices.map(({ title, text }) => title ?? text)).toEqual(["c failed."]);
});

test("after the next step of a change, its notice still offers Undo", async () => {
  const notices = recordNotices();
  const pressed: string[] = [];
  notifyUndoable({
    kind: "published",
    ids: ["a"],
    describe: () => "published",
    nextStep: { label: "Copy link", run: () => void pressed.push("Copy link") },
    undo: async () => void pressed.push("Undo"),
  });
  findNotice(notices, "published").press("Copy link");
  findNotice(notices, "published").press("Undo");
  await vi.waitFor(() => expect(pressed).toEqual(["Copy link", "Undo"]));
  expect(notices).toEqual([]);
});

test("a notice with Undo replaces those of other kinds in its group, and no others", () => {
  const notices = recordNotices();
  const change = (kind: string, group?: string) =>
    notifyUndoable({ kind, ...(group ? { group } : {}), ids: [kind], describe: () => kind, undo: async () => {} });
  change("removed");
  change("moved", "chats");
  change("archived", "chats");
  change("prompts moved", "prompts");
  change("archived", "chats");
  expect(notices.map(({ text }) => text)).toEqual(["removed", "prompts moved", "archived"]);
});

test("a notice counts an object that was changed twice once, and has no more objects than can be undone together", () => {
  const notices = recordNotices();
  const describe = (count: number) => `${count} moved`;
  const change = (...ids: string[]) =>
    notifyUndoable({ kind: "limited", ids, maxJoined: 3, describe, undo: async () => {} });
  change("a");
  change("a");
  expect(notices.map(({ text }) => text)).toEqual(["1 moved"]);
  change("b", "c");
  expect(notices.map(({ text }) => text)).toEqual(["3 moved"]);
  change("d");
  expect(notices.map(({ text }) => text)).toEqual(["3 moved", "1 moved"]);
  change("e");
  expect(notices.map(({ text }) => text)).toEqual(["3 moved", "2 moved"]);
});
