import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { assistantEditor, editorField } from "../../../../testing/assistantScreen.ts";
import { boxOf } from "../../../../testing/screen.ts";
import { stubAssistants } from "../../../../testing/stubAssistants.ts";
import { editorButton, expectEditorClosed, renderEditor } from "../../testing/editorControls.ts";

const ben = { savedBy: { name: "Ben", email: "ben@example.org" } };
const tutor = { assistantId: "astp/1", name: "Heat tutor", instructions: "First" };
const conflict = () => page.getByRole("dialog", { name: "Someone else has saved this assistant" });

/** Opens the editor, types instructions, and has somebody else save other ones. */
async function openOutdated(mine: string, theirs: string) {
  const assistants = stubAssistants([tutor]);
  await renderEditor(tutor.assistantId);
  await editorField("Instructions").fill(mine);
  const place = boxOf(editorField("Instructions"));
  assistants.save({ ...tutor, instructions: theirs, description: "Explains heat.", fields: ben });
  await expect.element(assistantEditor().getByText("Ben has saved a newer version")).toBeVisible();
  // The notice moves nothing.
  expect(boxOf(editorField("Instructions"))).toEqual(place);
}

test("whoever saves on top of somebody else's version can keep editing, use the other version, and undo that", async () => {
  await openOutdated("Mine", "Theirs");
  await editorButton("Save").click();
  const side = (name: string) => conflict().getByRole("region", { name });
  await expect.element(side("Instructions: theirs").getByText("Theirs")).toBeVisible();
  await expect.element(side("Instructions: yours").getByText("Mine")).toBeVisible();
  await expect.element(side("Description: yours")).not.toBeInTheDocument();
  await expect.element(conflict().getByText("Description: theirs is kept")).toBeVisible();
  await expect.element(conflict().getByRole("button", { name: "Copy Instructions: theirs" })).toBeVisible();
  await conflict().getByRole("button", { name: "Keep editing" }).click();
  await expect.element(conflict()).not.toBeInTheDocument();
  await expect.element(editorField("Instructions")).toHaveValue("Mine");

  await editorButton("Save").click();
  await conflict().getByRole("button", { name: "Use their version" }).click();
  await expect.element(editorField("Instructions")).toHaveValue("Theirs");
  await editorButton("Undo").click();
  await expect.element(editorField("Instructions")).toHaveValue("Mine");
});

test("in the comparison with a newer version, the words that differ are marked on both sides", async () => {
  await openOutdated("Be kind and very brief.", "Be kind and always precise.");
  await editorButton("Save").click();
  const sides = conflict().getByRole("region", { name: /^Instructions: / });
  await expect
    .poll(() => sides.elements().map(({ textContent }) => textContent))
    .toEqual(["Be kind and always precise.", "Be kind and very brief."]);
  const marks = sides.elements().flatMap((side) => [...side.querySelectorAll("mark")]);
  expect(marks.map(({ textContent }) => textContent)).toEqual(["always precise", "very brief"]);
});

test("what the author has saved in another tab is called their own", async () => {
  const assistants = stubAssistants([tutor]);
  await renderEditor(tutor.assistantId);
  await editorField("Instructions").fill("In this tab");
  assistants.save({ ...tutor, instructions: "Elsewhere" });
  await expect.element(assistantEditor().getByText(/^You have saved a newer version in another tab/)).toBeVisible();
  await editorButton("Save").click();
  const own = page.getByRole("dialog", { name: "You saved a newer version" });
  await expect.element(own.getByRole("region", { name: "Instructions: saved" }).getByText("Elsewhere")).toBeVisible();
  await expect
    .element(own.getByRole("region", { name: "Instructions: this draft" }).getByText("In this tab"))
    .toBeVisible();
  expect(own.getByText(/someone else|theirs/i).elements()).toHaveLength(0);
  await own.getByRole("button", { name: "Save this draft as the newest version" }).click();
  await expectEditorClosed();
  expect(assistants.get("Heat tutor")).toMatchObject({ version: 3, instructions: "In this tab" });
});

test("the history says what each version has changed; a version is restored over what was saved meanwhile only after a warning", async () => {
  const assistants = stubAssistants([tutor]);
  const described = { ...tutor, description: "Explains heat." };
  assistants.save({ ...described, instructions: "Theirs" });
  assistants.save({ ...described, instructions: "Mine" });
  await renderEditor(tutor.assistantId);
  await editorButton("History").click();
  const history = page.getByRole("dialog", { name: "History" });
  await expect.element(history.getByRole("button", { name: "Version 3 (newest)" })).toBeVisible();
  // Esc closes the history only.
  await userEvent.keyboard("{Escape}");
  await expect.element(history).not.toBeInTheDocument();
  await editorButton("History").click();
  const choose = (version: number) => history.getByRole("button", { name: `Version ${version}` }).click();
  await choose(2);
  await expect.element(history.getByRole("region", { name: "Instructions" }).getByText("Theirs")).toBeVisible();
  await expect.element(history.getByText("Changed since version 1: Description and Instructions")).toBeVisible();
  expect(history.getByText("Changed", { exact: true }).elements()).toHaveLength(2);
  await choose(3);
  await expect.element(history.getByText("Changed since version 2: Instructions")).toBeVisible();
  await choose(1);
  await expect.element(history.getByRole("region", { name: "Instructions" }).getByText("First")).toBeVisible();
  expect(history.getByText("Changed").elements()).toHaveLength(0);
  await choose(2);
  assistants.save({ ...described, instructions: "Theirs, again", fields: ben });
  await expect.element(history.getByRole("button", { name: "Version 4 (newest)" })).toBeVisible();
  await history.getByRole("button", { name: "Restore this version" }).click();
  await expect.element(history.getByText(/Ben saved version 4 on .*Nothing has been restored yet\./)).toBeVisible();
  expect(assistants.get("Heat tutor").instructions).toBe("Theirs, again");
  await history.getByRole("button", { name: "Restore anyway" }).click();
  await expect.element(history).not.toBeInTheDocument();
  await expect.element(editorField("Instructions")).toHaveValue("Theirs");
  expect(assistants.get("Heat tutor")).toMatchObject({ version: 5, instructions: "Theirs" });
});
