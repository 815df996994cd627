import { type ComponentType, lazy } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { AssistantSlotsContext, type DocumentsFieldProps } from "../../../../entities/assistants/assistantSlots.ts";
import { ConversationsProvider } from "../../../../entities/conversations/ConversationsProvider.tsx";
import { assistantEditor, editorField } from "../../../../testing/assistantScreen.ts";
import { renderInWorkspace } from "../../../../testing/renderApp.tsx";
import { boxOf } from "../../../../testing/screen.ts";
import { getPerson } from "../../../../testing/stubServer.ts";
import { pressKeys, renderEditor } from "../../testing/editorControls.ts";
import { AssistantEditorDialog } from "../AssistantEditorDialog.tsx";

const links = () => assistantEditor().getByRole("navigation", { name: "Sections" });
const link = (name: string) => links().getByRole("button", { name, exact: true });
const readCurrent = () =>
  [...links().element().querySelectorAll("[aria-current]")].map(({ textContent }) => textContent);
const attachButton = () => assistantEditor().getByRole("button", { name: "Attach documents" });

/** The part of the editor that scrolls. */
function findScrollArea(): Element {
  let element = links().element().parentElement;
  while (element && getComputedStyle(element).overflowY !== "auto") element = element.parentElement;
  if (!element) throw new Error("nothing scrolls");
  return element;
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

async function openAt(width: number, height: number): Promise<void> {
  await page.viewport(width, height);
  await renderEditor();
  await expect.element(attachButton()).toBeInTheDocument();
  // The dialog gives the focus to the first field a moment after it opens.
  await expect.element(editorField("Assistant Name")).toHaveFocus();
}

/** True if the text is in view and nothing covers it. */
function isSeen(text: string): boolean {
  const element = assistantEditor().getByText(text, { exact: true }).element();
  const { left, top, height } = element.getBoundingClientRect();
  const shown = document.elementFromPoint(left + 4, top + height / 2);
  return shown !== null && element.contains(shown);
}

test("hints are between a label and its field, in small print; the icon is beside the name", async () => {
  await openAt(1280, 800);
  for (const [label, hint] of [
    ["Description", "Shown where people choose an assistant."],
    ["Instructions", "Describe its task, its audience and what to avoid."],
  ] as const) {
    const text = assistantEditor().getByText(hint, { exact: true }).element();
    const fieldTop = boxOf(editorField(label)).top;
    expect(text.getBoundingClientRect().bottom).toBeLessThanOrEqual(fieldTop);
    const { fontSize, lineHeight } = getComputedStyle(text);
    expect([fontSize, lineHeight]).toEqual(["12px", "18px"]);
  }
  const readTop = (name: string) => boxOf(editorField(name)).top;
  expect(readTop("Icon")).toBe(readTop("Assistant Name"));
});

test("links above the fields of an assistant lead to what follows the long instructions, and mark the section in view", async () => {
  await openAt(1280, 800);
  const names = ["Name", "Instructions", "Documents", "Starter questions", "Disclaimer", "Advanced", "Checklist"];
  expect(
    links()
      .getByRole("button")
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(names);
  expect(readCurrent()).toEqual(["Name"]);
  expect(isSeen("It has no instructions")).toBe(false);
  await pressKeys(link("Checklist"), "{Enter}");
  await expect.poll(() => isSeen("It has no instructions")).toBe(true);
  expect(readCurrent()).toEqual(["Checklist"]);
  await pressKeys(link("Advanced"), "{Enter}");
  expect(readCurrent()).toEqual(["Advanced"]);
  await expect.poll(() => isSeen("Data Source Options")).toBe(true);
  // No field shows through between the title and the links.
  const { left, top } = boxOf(links());
  for (const px of [2, 6, 10])
    expect(document.elementFromPoint(left + 40, top - px)?.closest("[data-sticky-head]")).not.toBe(null);
  // What cannot be scrolled to the top remains the chosen one.
  for (const name of ["Disclaimer", "Checklist", "Advanced", "Checklist", "Starter questions", "Disclaimer"]) {
    await pressKeys(link(name), "{Enter}");
    await nextFrame();
    await nextFrame();
    expect(readCurrent(), name).toEqual([name]);
  }
  await pressKeys(link("Instructions"), "{Enter}");
  await expect.element(editorField("Instructions")).toHaveFocus();
  expect(readCurrent()).toEqual(["Instructions"]);
  findScrollArea().scrollTop = 5_000;
  await expect.poll(readCurrent).toEqual(["Checklist"]);
});

test("in a small window the links scroll sideways, and the current one is shown whole", async () => {
  await openAt(720, 700);
  const nav = links().element();
  expect(nav.scrollWidth).toBeGreaterThan(nav.clientWidth);
  findScrollArea().scrollTop = 9_000;
  await expect.poll(readCurrent).toEqual(["Checklist"]);
  const readRight = (element: Element | null) => element?.getBoundingClientRect().right ?? Infinity;
  await expect.poll(() => readRight(nav.querySelector("[aria-current]"))).toBeLessThanOrEqual(readRight(nav));
});

test("in a large window, the section that fills the view is marked, not the end of the one that was chosen", async () => {
  await openAt(1440, 900);
  await pressKeys(link("Instructions"), "{Enter}");
  const scrollDocumentsTo = (place: number) => {
    const area = findScrollArea();
    const { top, height } = area.getBoundingClientRect();
    const documents = assistantEditor().element().querySelector("[data-draft-field='documents']");
    area.scrollTop += (documents?.getBoundingClientRect().top ?? 0) - top - height * place;
  };
  scrollDocumentsTo(0.45);
  await expect.poll(readCurrent).toEqual(["Documents"]);
  scrollDocumentsTo(0.55);
  await expect.poll(readCurrent).toEqual(["Instructions"]);
  scrollDocumentsTo(10);
  await expect.poll(readCurrent).toEqual(["Name"]);
});

test("what gets the focus below the links is scrolled into view, also if it is nested", async () => {
  await openAt(1280, 600);
  const attach = attachButton().element();
  const readTop = () => attach.getBoundingClientRect().top;
  await pressKeys(attachButton(), "{Tab}");
  const area = findScrollArea();
  area.scrollTop += readTop() - area.getBoundingClientRect().top;
  const linksEnd = boxOf(links()).bottom;
  expect(readTop()).toBeLessThan(linksEnd);
  await userEvent.keyboard("{Shift>}{Tab}{/Shift}");
  await expect.element(attachButton()).toHaveFocus();
  await expect.poll(readTop).toBeGreaterThanOrEqual(linksEnd);
});

test("the link to the documents moves the focus to them at once while their field is loading, and to the field afterwards", async () => {
  const code = Promise.withResolvers<{ default: ComponentType<DocumentsFieldProps> }>();
  const DocumentsField = lazy(() => code.promise);
  const userId = getPerson().id;
  await renderInWorkspace(
    <ConversationsProvider userId={userId} fallback="Opening">
      <AssistantSlotsContext value={{ DocumentsField }}>
        <AssistantEditorDialog isOpen onClose={() => {}} assistantId={null} />
      </AssistantSlotsContext>
    </ConversationsProvider>,
  );
  // The dialog gives the focus to the first field a moment after it opens.
  await expect.element(editorField("Assistant Name")).toHaveFocus();
  const label = assistantEditor().getByText("Upload Data Sources", { exact: true }).first();
  await pressKeys(link("Documents"), "{Enter}");
  await expect.element(label).toHaveFocus();
  code.resolve({ default: () => <button type="button">Attach documents</button> });
  await expect.element(attachButton()).toBeVisible();
  // Nothing takes the focus away from where the person is.
  await expect.element(label).toHaveFocus();
  await userEvent.keyboard("{Tab}");
  await expect.element(attachButton()).toHaveFocus();
  await pressKeys(link("Documents"), "{Enter}");
  await expect.element(attachButton()).toHaveFocus();
});
