import { createAssistant, deleteAssistant, getAssistant } from "@lectern/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { encodeBase64 } from "../../../lib/base64.ts";
import { answerQuestion, assistantEditor, editorField } from "../../../testing/assistantScreen.ts";
import { alertWithText } from "../../../testing/chatPage.ts";
import { boxOf } from "../../../testing/screen.ts";
import { type StoredAssistant, stubAssistants } from "../../../testing/stubAssistants.ts";
import {
  emitBrowserEvent,
  Failure,
  interceptOp,
  listInputs,
  pauseOp,
  stubRequests,
} from "../../../testing/stubServer.ts";
import {
  editorButton,
  expectEditorClosed,
  openEditor,
  pressKeys,
  renderEditor,
  saveFailed,
} from "../testing/editorControls.ts";

const unreachable = new Failure("The server can’t be reached.", { status: null });
const tutor: StoredAssistant = { assistantId: "astp/1", name: "Heat tutor", instructions: "First" };

/** Closes the notice that saving has failed. */
async function dismissFailure(): Promise<void> {
  await alertWithText(saveFailed).getByRole("button").first().click();
  await expect.element(alertWithText(saveFailed)).not.toBeInTheDocument();
}

test("[G2.06] [G4.01] while the assistant is saved, an overlay over the whole window says so; if saving fails, the editor stays open with everything that was typed", async () => {
  const assistants = stubAssistants([]);
  await renderEditor();
  await expect.poll(() => Math.round(boxOf(assistantEditor()).width)).toBe(Math.round(innerWidth * 0.6));
  expect(editorButton("Close").elements()).toHaveLength(2); // One of them is the cross.
  await editorField("Assistant Name").fill("Heat tutor");
  await expect.element(editorButton("Cancel")).toBeVisible();
  const held = Promise.withResolvers<never>();
  const endHold = interceptOp(createAssistant, () => held.promise);
  const field = editorField("Assistant Name").element();
  field.closest("[role='dialog']")?.querySelector<HTMLElement>("button[type='submit']")?.click();
  await new Promise((resolve) => requestAnimationFrame(resolve));
  // The overlay takes clicks from the start, before it can be seen.
  const { left, top } = field.getBoundingClientRect();
  expect(document.elementFromPoint(left + 4, top + 4)).not.toBe(field);
  await expect.element(page.getByRole("status").getByText("Creating assistant...", { exact: true })).toBeVisible();
  // The overlay covers the whole window, the buttons too.
  const corners = [document.elementFromPoint(1, 1), document.elementFromPoint(innerWidth - 1, innerHeight - 1)];
  expect(corners.map((element) => element?.textContent)).toEqual(["Creating assistant...", "Creating assistant..."]);
  held.reject(unreachable);
  await expect.element(alertWithText(saveFailed)).toBeVisible();
  await expect.element(editorField("Assistant Name")).toHaveValue("Heat tutor");
  expect(assistants.listNames()).toEqual([]);
  endHold();
  await dismissFailure();
  await editorButton("Save").click();
  await expectEditorClosed();
  expect(assistants.listNames()).toEqual(["Heat tutor"]);
});

test("[A2.16] while an assistant is updated or deleted, an overlay says so", async () => {
  stubAssistants([tutor]);
  await renderEditor(tutor.assistantId);
  await editorField("Instructions").fill("Second");
  const expectOverlay = (text: string) =>
    expect.element(page.getByRole("status").getByText(text, { exact: true })).toBeVisible();
  const updating = pauseOp(createAssistant);
  await editorButton("Save").click();
  await updating.reached;
  await expectOverlay("Updating assistant...");
  updating.release();
  await expectEditorClosed();
  await openEditor(tutor.assistantId);
  const deleting = pauseOp(deleteAssistant);
  await editorButton("Delete").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete assistant" }).click();
  await deleting.reached;
  await expectOverlay("Deleting assistant...");
  deleting.release();
  await expectEditorClosed();
});

test("[G5.04] an answer to saving without an id counts as a failure, after which the editor is as it was", async () => {
  stubAssistants([]);
  await renderEditor();
  await editorField("Assistant Name").fill("Heat tutor");
  stubRequests(async (request) => {
    if (!request.url.endsWith("/api/requestOp")) return null;
    const { data } = await request.json();
    if (data.path + data.op !== createAssistant.path) return null;
    return Response.json({ data: encodeBase64(JSON.stringify({ success: true, data: {} })) });
  });
  await editorButton("Save").click();
  await expect.element(alertWithText(saveFailed)).toBeVisible();
  await expect.element(editorField("Assistant Name")).toHaveValue("Heat tutor");
});

test("what is typed into an assistant while it is being saved stays there; a refusal that is no newer version is told as it is, and the focus remains", async () => {
  const assistants = stubAssistants([tutor]);
  await renderEditor("astp/1");
  await editorField("Instructions").fill("Second");
  const [reached, held] = [Promise.withResolvers<void>(), Promise.withResolvers<never>()];
  const message = "One of the documents was deleted while the assistant was being saved. Please save it again.";
  const endHold = interceptOp(createAssistant, () => {
    reached.resolve();
    return held.promise;
  });
  await pressKeys(editorField("Instructions"), "{Control>}s{/Control}");
  await reached.promise;
  await userEvent.keyboard(" and third");
  // Nothing else can be reached meanwhile.
  await userEvent.keyboard("{Tab}");
  await userEvent.keyboard(" and fourth");
  held.reject(new Failure(message, { status: 409, code: "conflict" }));
  await expect.element(alertWithText(saveFailed).getByText(message)).toBeVisible();
  // Whether there is a newer version was looked up.
  expect(listInputs(getAssistant).length).toBeGreaterThan(1);
  await expect.element(page.getByRole("dialog", { name: "saved" })).not.toBeInTheDocument();
  await expect.element(editorField("Instructions")).toHaveFocus();
  endHold();
  await userEvent.keyboard("!");
  await userEvent.keyboard("{Control>}s{/Control}");
  await expectEditorClosed();
  expect(assistants.get("Heat tutor")).toMatchObject({ instructions: "Second and third and fourth!", version: 2 });
});

test("what is typed while an assistant is saved that is to be closed keeps it open, says so, and is saved next", async () => {
  const assistants = stubAssistants([tutor]);
  for (const assistantId of [tutor.assistantId ?? null, null]) {
    await (assistantId === null ? openEditor() : renderEditor(assistantId));
    await editorField("Instructions").fill("Second");
    const saving = pauseOp(createAssistant);
    await pressKeys(editorField("Instructions"), "{Control>}s{/Control}");
    await saving.reached;
    await userEvent.keyboard(" and third");
    saving.release();
    const notice = assistantEditor().getByText("Saved without what you typed in the meantime.");
    await expect.element(notice).toBeVisible();
    await expect.element(editorField("Instructions")).toHaveFocus();
    await expect.element(page.getByRole("dialog", { name: "Edit assistant" })).toBeVisible();
    const name = assistantId === null ? "Assistant 1" : "Heat tutor";
    const { version } = assistants.get(name);
    expect(assistants.get(name).instructions).toBe("Second");
    await userEvent.keyboard("!{Control>}s{/Control}");
    await expectEditorClosed();
    expect(assistants.get(name)).toMatchObject({ version: version + 1, instructions: "Second and third!" });
  }
  expect(assistants.listNames()).toEqual(["Heat tutor", "Assistant 1"]);
});

test("an author whose saving reached the server without an answer sends the same again, and is told of no conflict", async () => {
  stubAssistants([tutor]);
  const saveTwice = async () => {
    const endLoss = interceptOp(createAssistant, async (_, answer) => {
      const saved = await answer();
      emitBrowserEvent({ type: "assistants" });
      // The server recognizes the repeated call, and answers it like the first one.
      endLoss();
      interceptOp(createAssistant, () => saved);
      throw unreachable;
    });
    await editorButton("Save").click();
    await expect.element(alertWithText(saveFailed)).toBeVisible();
    await dismissFailure();
    await expect.element(assistantEditor().getByText("saved a newer version")).not.toBeInTheDocument();
    await editorButton("Save").click();
    await expectEditorClosed();
    const [first, second, ...others] = listInputs(createAssistant).slice(-2);
    expect(second).toEqual(first);
    expect(others).toEqual([]);
    return second;
  };
  await renderEditor("astp/1");
  await editorField("Instructions").fill("Second");
  expect(await saveTwice()).toMatchObject({ assistantId: "astp/1", baseVersion: 1, instructions: "Second" });
  await openEditor();
  await editorField("Assistant Name").fill("Light tutor");
  await editorField("Instructions").fill("First");
  // By the id of the draft, the server recognizes what it has created already.
  expect(await saveTwice()).toMatchObject({ draftId: expect.any(String), name: "Light tutor" });
});

test("a saved assistant is announced with what can be done next, which replaces the notice", async () => {
  stubAssistants([]);
  await renderEditor();
  await editorField("Assistant Name").fill("Heat tutor");
  await editorField("Instructions").fill("Be patient.");
  await pressKeys(editorField("Instructions"), "{Control>}s{/Control}");
  await expectEditorClosed();
  const saved = page.getByRole("status").filter({ hasText: "Saved “Heat tutor”." });
  await expect.element(saved.getByRole("button", { name: "Start chat" })).toBeVisible();
  await saved.getByRole("button", { name: "Share…" }).click();
  await expect.element(page.getByRole("dialog", { name: "Share “Heat tutor”" })).toBeVisible();
  await expect.element(saved).not.toBeInTheDocument();
});

test("saving an assistant without instructions says what is missing, and leads back to the field", async () => {
  stubAssistants([]);
  await renderEditor();
  await editorField("Assistant Name").fill("Heat tutor");
  await editorButton("Save").click();
  await expectEditorClosed();
  await expect.element(page.getByText("Saved “Heat tutor”. It has no instructions or documents yet.")).toBeVisible();
  await page.getByRole("button", { name: "Add instructions" }).click();
  await expect.element(editorField("Instructions")).toHaveFocus();
  await editorField("Instructions").fill("Be patient.");
  await editorButton("Save").click();
  await expect.element(page.getByText("Saved “Heat tutor”.", { exact: true })).toBeVisible();
});

test("[G8.09] [G8.14b] an assistant is deleted after a confirmation; if that fails, it stays", async () => {
  const assistants = stubAssistants([tutor]);
  await renderEditor("astp/1");
  const remove = async () => {
    await editorButton("Delete").click();
    await answerQuestion(/./, "Delete");
  };
  const endFailure = interceptOp(deleteAssistant, () => {
    throw unreachable;
  });
  await remove();
  await expect.element(alertWithText("Unable to delete this assistant at this time...")).toBeVisible();
  expect(assistants.listNames()).toEqual(["Heat tutor"]);
  endFailure();
  await remove();
  const done = page.getByRole("status").filter({ hasText: "Successfully deleted assistant." });
  await expect.element(done.getByText("“Heat tutor”")).toBeVisible();
  await expectEditorClosed();
  expect(assistants.listNames()).toEqual([]);
});
