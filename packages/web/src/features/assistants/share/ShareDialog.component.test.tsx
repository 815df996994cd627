import { listAssistantShares, shareAssistant } from "@lectern/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { renderInWorkspace } from "../../../testing/renderApp.tsx";
import { boxOf } from "../../../testing/screen.ts";
import { stubAssistants } from "../../../testing/stubAssistants.ts";
import { stubPeople } from "../../../testing/stubPeople.ts";
import { listInputs, pauseOp } from "../../../testing/stubServer.ts";
import { waitUntilStill } from "../../../testing/waitUntilStill.ts";
import { pressKeys } from "../testing/editorControls.ts";
import { ShareDialog } from "./ShareDialog.tsx";

const dialog = () => page.getByRole("dialog", { name: "Share “Heat tutor”" });
const people = () => dialog().getByRole("combobox", { name: "People and groups" });
const shareButton = () => dialog().getByRole("button", { name: "Share", exact: true });
const onlyYou = "Only you. Share it with people or groups above.";

function stubTutor(): void {
  stubAssistants([{ assistantId: "astp/1", name: "Heat tutor" }]);
  stubPeople();
}

const renderDialog = () =>
  renderInWorkspace(<ShareDialog isOpen onClose={() => {}} assistantId="astp/1" name="Heat tutor" />);

test("while the list of who has access loads, the dialog has the size that it keeps", async () => {
  stubTutor();
  const loading = pauseOp(listAssistantShares);
  await renderDialog();
  await expect.element(dialog().getByText("Loading who has access")).toBeInTheDocument();
  const readBox = () => boxOf(dialog());
  await waitUntilStill(dialog());
  const boxWhileLoading = readBox();
  loading.release();
  await expect.element(dialog().getByText(onlyYou)).toBeVisible();
  expect(readBox()).toEqual(boxWhileLoading);
});

test("sharing and withdrawing access move the focus to what comes next", async () => {
  stubTutor();
  await renderDialog();
  await expect.element(dialog().getByText(onlyYou)).toBeVisible();
  await expect.element(shareButton()).toBeDisabled();
  await people().fill("ben@example.org");
  await expect.element(shareButton()).toBeEnabled();
  await pressKeys(shareButton(), "{Enter}");
  const remove = dialog().getByRole("button", { name: "Remove access for ben@example.org" });
  await expect.element(remove).toBeVisible();
  await expect.element(shareButton()).toHaveFocus();
  await pressKeys(remove, "{Enter}");
  await expect.element(dialog().getByText(onlyYou)).toBeVisible();
  await expect.element(dialog().getByText("Who has access", { exact: true })).toHaveFocus();
  await expect.element(page.getByText("Access to “Heat tutor” removed.")).toBeVisible();
});

test("who is entered while others get access to an assistant stays in the field", async () => {
  stubTutor();
  await renderDialog();
  await people().fill("first@example.org");
  const sharing = pauseOp(shareAssistant);
  await pressKeys(shareButton(), "{Enter}");
  await sharing.reached;
  await people().fill("later@example.org");
  sharing.release();
  await expect.element(dialog().getByRole("button", { name: "Remove access for first@example.org" })).toBeVisible();
  await expect.element(shareButton()).toBeEnabled();
  await expect.element(people()).toHaveValue("later@example.org");
  await expect.element(people()).toHaveFocus();
  expect(listInputs(shareAssistant).map(({ recipientUsers }) => recipientUsers)).toEqual([["first@example.org"]]);
});
