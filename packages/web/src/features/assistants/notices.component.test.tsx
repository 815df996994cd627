import { createAssistant, shareAssistant } from "@lectern/contract";
import { expect, test } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { adminButton, adminField, adminInterface, editorField } from "../../testing/assistantScreen.ts";
import { alertWithText } from "../../testing/chatPage.ts";
import { listCoveredControls } from "../../testing/listCoveredControls.ts";
import { renderApp } from "../../testing/renderApp.tsx";
import { boxOf, dialogNamed } from "../../testing/screen.ts";
import { stubAssistants } from "../../testing/stubAssistants.ts";
import { stubGroups } from "../../testing/stubGroups.ts";
import { stubPeople } from "../../testing/stubPeople.ts";
import { Failure, interceptOp } from "../../testing/stubServer.ts";
import { editorButton, expectEditorClosed, renderEditor, saveFailed } from "./testing/editorControls.ts";

const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 700 },
  { width: 390, height: 844 },
];
const group = { id: "Optics_1", name: "Optics" };
const statusWithText = (text: string) => page.getByRole("status").filter({ hasText: text });

/** Rejects the calls of an op until the returned function is called. */
const reject = (op: typeof createAssistant | typeof shareAssistant) =>
  interceptOp<typeof op>(op, () => {
    throw new Failure("Nothing can be stored, because the disk of the server is full. Please tell its administrators.");
  });

/**
 * Expects a notice that covers none of the dialog's buttons, tabs and one-line fields. It may cover the end of the field
 * with the instructions `written`, which scrolls. A dialog that fills the screen does not move.
 */
async function expectFree(dialog: Locator, notice: Locator, written = ""): Promise<void> {
  await expect.element(notice).toBeVisible();
  await expect.poll(async () => (await listCoveredControls(dialog)).filter((name) => name !== written)).toEqual([]);
  if (innerWidth > 390) return;
  const { left, top, width, height } = boxOf(dialog);
  expect([left, top, width, height]).toEqual([0, 0, 390, 844]);
}

test.each(sizes)(
  "notices cover no control of the Assistant Admin Interface at $width × $height, and do not move it on a phone",
  async ({ width, height }) => {
    await page.viewport(width, height);
    stubGroups([group]);
    stubAssistants([{ assistantId: "astgp/1", name: "Lenses", group }], { groups: [group] });
    await renderApp(`#admin=${group.id}&ast=${encodeURIComponent("astgp/1")}`);
    const succeed = reject(createAssistant);
    await adminField("Instructions").fill("For lenses");
    await adminButton("Save").click();
    await expectFree(adminInterface(), alertWithText(saveFailed), "For lenses");
    succeed();
    await adminButton("Save").click();
    await expectFree(adminInterface(), statusWithText("Saved “Lenses”."));
  },
);

test("a notice in the list of a group's assistants moves nothing, and leaves the title and all buttons free, in windows of any width", async () => {
  stubGroups([group]);
  stubAssistants(
    ["Echoes", "Organs", "Strings"].map((name) => ({ name, group })),
    { groups: [group] },
  );
  await renderApp(`#admin=${group.id}`);
  const publish = adminInterface()
    .getByRole("button", { name: /^Publish / })
    .first();
  const heading = adminInterface().getByRole("heading", { name: "Assistant Admin Interface" });
  const tab = adminInterface().getByRole("tab", { name: "Assistants", exact: true });
  const readTops = () => [heading, tab, adminInterface().getByRole("listitem").last()].map((part) => boxOf(part).top);
  for (const [index, { width, height }] of sizes.entries()) {
    await page.viewport(width, height);
    await expect.element(publish).toBeVisible();
    const tops = readTops();
    await publish.click();
    const published = index === 0 ? "“Echoes” is" : `${index + 1} assistants are`;
    const notice = statusWithText(`${published} published.`);
    await expectFree(adminInterface(), notice);
    expect(readTops()).toEqual(tops);
    expect(boxOf(notice).top).toBeGreaterThan(boxOf(heading).bottom);
  }
});

test.each(sizes)(
  "notices cover no control of the editor of an own assistant and of the dialog that shares it, at $width × $height",
  async ({ width, height }) => {
    await page.viewport(width, height);
    stubAssistants([{ assistantId: "astp/1", name: "Lenses" }]);
    stubPeople();
    await renderEditor("astp/1");
    const saves = reject(createAssistant);
    await editorField("Instructions").fill("For lenses");
    await editorButton("Save").click();
    const editor = page.getByRole("dialog", { name: "Edit assistant" });
    await expectFree(editor, alertWithText(saveFailed), "For lenses");
    saves();
    const dismiss = page.getByRole("button", { name: "Dismiss" });
    await dismiss.click();
    await expect.element(dismiss).not.toBeInTheDocument();

    await editorButton("Share").click();
    const sharing = dialogNamed("Share “Lenses”");
    const shareButton = sharing.getByRole("button", { name: "Share", exact: true });
    const shares = reject(shareAssistant);
    await sharing.getByRole("combobox", { name: "People and groups" }).fill("ben@example.org");
    await shareButton.click();
    await expectFree(sharing, alertWithText("Sharing failed, please try again."));
    shares();
    await shareButton.click();
    await expectFree(sharing, statusWithText("“Lenses” is shared."));
    await expect.element(sharing.getByText("ben@example.org").first()).toBeVisible();
  },
);

test("a notice with buttons shows whole words beside a dialog that is opened meanwhile, and covers no control of it", async () => {
  await page.viewport(1366, 768);
  stubAssistants([]);
  await renderEditor();
  await editorField("Assistant Name").fill("Seminar notes");
  await editorField("Instructions").fill("Be brief.");
  await editorButton("Save").click();
  await expectEditorClosed();
  const notice = statusWithText("Saved “Seminar notes”.");
  await expect.element(notice.getByRole("button", { name: "Share…" })).toBeVisible();
  await userEvent.keyboard("{Control>},{/Control}");
  await expect.element(dialogNamed("Settings").getByRole("tab").first()).toBeVisible();
  expect(await listCoveredControls(dialogNamed("Settings"))).toEqual([]);
  const text = notice.getByText("Saved “Seminar notes”.");
  const { firstChild } = text.element();
  if (!(firstChild instanceof Text)) throw new Error("the notice has a text");
  const brokenWords = [...firstChild.data.matchAll(/\S+/g)].filter(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(firstChild, index);
    range.setEnd(firstChild, index + word.length);
    return range.getClientRects().length > 1;
  });
  expect(brokenWords).toEqual([]);
  expect(boxOf(text).width).toBeGreaterThanOrEqual(160);
});
