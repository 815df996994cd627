import type { Message } from "@lectern/contract";
import { MantineProvider } from "@mantine/core";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { writeEdit } from "./editDrafts.ts";
import { MessageEditor } from "./MessageEditor.tsx";
import { type EditKind, type MessageEditing, MessageEditingContext } from "./messageEditing.ts";

const question: Message = { id: "m", parentId: null, role: "user", content: "As it was", data: {} };
const answer: Message = { ...question, role: "assistant" };
const editing: MessageEditing = {
  userId: "u1",
  conversationId: "c1",
  maxLength: null,
  sendBlockedReason: null,
  saveBlockedReason: null,
  showError() {},
  consumeFocus: () => false,
  finish() {},
  cancel() {},
};

/** Returns the buttons of an editor of a message whose text was changed to `text`. Disabled ones are in parentheses. */
function listButtons(message: Message, kind: EditKind, text: string, canAlsoSave = false): string[] {
  writeEdit("u1", "c1", "m", text);
  const html = renderToString(
    <MantineProvider>
      <MessageEditingContext value={editing}>
        <MessageEditor message={message} kind={kind} canAlsoSave={canAlsoSave} />
      </MessageEditingContext>
    </MantineProvider>,
  );
  return html
    .split("<button")
    .slice(1)
    .map((button) => {
      const label = (/>([^<>]+)<\/span>/.exec(button)?.[1] ?? "").replace("&amp;", "&");
      return /^[^>]*aria-disabled="true"/.test(button) ? `(${label})` : label;
    });
}

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

test("[C2.12] the editor has Cancel and Save & Submit, beside Save for an earlier question, or only Save for an answer", () => {
  expect(listButtons(question, "send", "Text")).toEqual(["Cancel", "Save & Submit"]);
  expect(listButtons(question, "send", "Text", true)).toEqual(["Cancel", "Save", "Save & Submit"]);
  expect(listButtons(answer, "save", "Text")).toEqual(["Cancel", "Save"]);
});

test("[C2.14] a text that is empty after trimming can be neither saved nor sent", () => {
  for (const blankText of ["", " ", " \n\t\n "]) {
    expect(listButtons(question, "send", blankText)).toEqual(["Cancel", "(Save & Submit)"]);
    expect(listButtons(question, "send", blankText, true)).toEqual(["Cancel", "(Save)", "(Save & Submit)"]);
    expect(listButtons(answer, "save", blankText)).toEqual(["Cancel", "(Save)"]);
  }
  expect(listButtons(question, "send", " . ")).toEqual(["Cancel", "Save & Submit"]);
});
