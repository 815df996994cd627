import { saveArtifact, shareArtifact } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import {
  artifactList,
  artifactPanel,
  artifactTool,
  createSaved,
  createVersion,
  storeArtifacts,
  stubArtifacts,
} from "../../../testing/artifacts.ts";
import { alertWithText, lastAnswer } from "../../../testing/chatPage.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { composer, dialogNamed, eventually } from "../../../testing/screen.ts";
import { stubChat } from "../../../testing/stubChat.ts";
import { stubPeople } from "../../../testing/stubPeople.ts";
import { failOp, listInputs, stubOp } from "../../../testing/stubServer.ts";

const first = createVersion({ contents: "Hello\nWorld\n" });
const second = createVersion({ version: 2, contents: "Hello\nMoon\n" });

async function openVersion(name: RegExp, versions = [first, second]): Promise<void> {
  stubArtifacts();
  await storeArtifacts({ versions });
  await renderApp("#c=stored");
  await artifactList().getByRole("button", { name }).first().click();
  await expect.element(artifactPanel()).toBeVisible();
}

const readCode = () =>
  [...document.querySelectorAll(".cm-content .cm-line")].map(({ textContent }) => textContent).join("\n");

function asksBeforeLeaving(): boolean {
  const event = new Event("beforeunload", { cancelable: true });
  dispatchEvent(event);
  return event.defaultPrevented;
}

describe("the panel of artifacts", () => {
  test("has its title, a button that closes it, the name and the version, arrows between the versions, and its tools from top to bottom [C2.31]", async () => {
    await openVersion(/^Greeting Version 2/);
    await expect.element(artifactPanel().getByRole("heading", { name: "Artifacts" })).toBeVisible();
    await expect.element(artifactPanel().getByText("Version 2 · Nov 29, 2026")).toBeVisible();
    await expect.element(artifactPanel().getByText("2 of 2", { exact: true })).toBeVisible();
    const toolbar = artifactPanel().getByRole("toolbar", { name: "Artifact tools" });
    await expect.element(toolbar).toHaveAttribute("aria-orientation", "vertical");
    const names = toolbar
      .getByRole("button")
      .elements()
      .map((button) => button.getAttribute("aria-label"));
    expect(names).toEqual([
      "View code",
      "Save",
      "Upload to your files",
      "Add version copy",
      "Copy",
      "Download",
      "Email",
      "Share",
      "Edit",
      "Delete version",
      "Compare versions",
    ]);
    const tops = toolbar
      .getByRole("button")
      .elements()
      .map((button) => button.getBoundingClientRect().top);
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
    await artifactPanel().getByRole("button", { name: "Previous version" }).click();
    await expect.element(artifactPanel().getByText("1 of 2", { exact: true })).toBeVisible();
    await expect.element(artifactPanel().getByText("Version 1 · Nov 29, 2026")).toBeVisible();
    await userEvent.keyboard("{ArrowRight}");
    await expect.element(artifactPanel().getByText("2 of 2", { exact: true })).toBeVisible();
    await artifactTool("View code").click();
    await eventually(readCode).toBe("Hello\nMoon\n");
    await expect.element(artifactTool("Preview")).toBeVisible();
    await artifactPanel().getByRole("button", { name: "Close", exact: true }).click();
    await expect.element(artifactPanel()).not.toBeInTheDocument();
  });

  test("edits the latest version in place, with undo; an edit of an older one becomes a new version [C4.26]", async () => {
    await openVersion(/^Greeting Version 2/);
    await artifactTool("Edit").click();
    const editor = artifactPanel().getByRole("textbox", { name: "Edit Greeting" });
    await editor.fill("Hello\nSun");
    await artifactPanel().getByRole("button", { name: "Save changes" }).click();
    await expect.element(artifactPanel().getByText("2 of 2", { exact: true })).toBeVisible();
    await artifactTool("View code").click();
    await eventually(readCode).toBe("Hello\nSun");
    await page.getByRole("button", { name: "Undo" }).click();
    await eventually(readCode).toBe("Hello\nMoon\n");
    await artifactPanel().getByRole("button", { name: "Previous version" }).click();
    await eventually(readCode).toBe("Hello\nWorld\n");
    await artifactTool("Edit").click();
    await expect
      .element(artifactPanel().getByText("This is an older version. Saving adds a new one.", { exact: true }))
      .toBeVisible();
    await editor.fill("Hello\nMars");
    await artifactPanel().getByRole("button", { name: "Save changes" }).click();
    await expect.element(artifactPanel().getByText("3 of 3", { exact: true })).toBeVisible();
    await eventually(readCode).toBe("Hello\nMars");
    await artifactPanel().getByRole("button", { name: "Previous version" }).click();
    await eventually(readCode).toBe("Hello\nMoon\n");
  });

  test("tools that would end an edit, and lose its text, wait until it is saved or cancelled", async () => {
    await openVersion(/^Greeting Version 2/);
    await artifactTool("Edit").click();
    const editor = artifactPanel().getByRole("textbox", { name: "Edit Greeting" });
    await editor.fill("Draft");
    for (const name of ["View code", "Add version copy", "Delete version", "Compare versions"]) {
      await artifactTool(`${name}. Save or cancel the edit first.`).click({ force: true });
    }
    await expect.element(editor).toHaveTextContent("Draft");
    await expect.element(artifactPanel().getByText("2 of 2", { exact: true })).toBeVisible();
    await artifactPanel().getByRole("button", { name: "Cancel", exact: true }).click();
    await expect.element(artifactTool("Delete version")).toBeVisible();
  });

  test("an edit of a version that was changed elsewhere is not lost, and can be saved as a new version", async () => {
    await openVersion(/^Greeting Version 2/);
    await artifactTool("Edit").click();
    await artifactPanel().getByRole("textbox", { name: "Edit Greeting" }).fill("Mine");
    await storeArtifacts({ versions: [first, { ...second, contents: "Theirs" }] });
    await artifactPanel().getByRole("button", { name: "Save changes" }).click();
    const alert = artifactPanel().getByRole("alert");
    await expect
      .element(alert)
      .toHaveTextContent("This version has since been changed elsewhere. Your text is kept here.");
    await artifactPanel().getByRole("button", { name: "Save as a new version" }).click();
    await expect.element(artifactPanel().getByText("3 of 3", { exact: true })).toBeVisible();
    await artifactTool("View code").click();
    await eventually(readCode).toBe("Mine");
    await artifactPanel().getByRole("button", { name: "Previous version" }).click();
    await eventually(readCode).toBe("Theirs");
  });

  test("an edit that is not saved stays while the panel is closed, the browser asks before the page is left, and Esc does not close it", async () => {
    await openVersion(/^Greeting Version 2/);
    await artifactTool("Edit").click();
    const editor = artifactPanel().getByRole("textbox", { name: "Edit Greeting" });
    expect(asksBeforeLeaving()).toBe(false);
    await editor.fill("Draft");
    await userEvent.keyboard("{Escape}");
    await artifactPanel().getByRole("button", { name: "Close", exact: true }).click();
    await artifactList()
      .getByRole("button", { name: /^Greeting Version 2/ })
      .click();
    await expect.element(editor).toHaveTextContent("Draft");
    expect(asksBeforeLeaving()).toBe(true);
    await artifactPanel().getByRole("button", { name: "Cancel", exact: true }).click();
    await expect.element(editor).not.toBeInTheDocument();
    expect(asksBeforeLeaving()).toBe(false);
  });

  test("a copy is a new version; deleting versions shows the one before and closes the panel with the last one [C4.27]", async () => {
    await openVersion(/^Greeting Version 1/, [first]);
    await expect.element(artifactTool("Compare versions. There is only one version.")).toBeVisible();
    await artifactTool("Add version copy").click();
    await expect.element(artifactPanel().getByText("2 of 2", { exact: true })).toBeVisible();
    await artifactTool("View code").click();
    await eventually(readCode).toBe("Hello\nWorld\n");
    await artifactTool("Delete version").click();
    await expect.element(artifactPanel().getByText("1 of 1", { exact: true })).toBeVisible();
    await artifactTool("Delete version").click();
    await expect.element(artifactPanel()).not.toBeInTheDocument();
    await artifactList()
      .getByRole("button", { name: /^Greeting Version 1/ })
      .click();
    await expect.element(alertWithText("Artifact not found.")).toBeVisible();
  });

  test("shows what is different between any two versions", async () => {
    await openVersion(/^Greeting Version 2/, [first, second, createVersion({ version: 3, contents: "Bye\nMoon\n" })]);
    await artifactTool("Compare versions").click();
    const diff = artifactPanel().getByRole("textbox", { name: "Changes from version 1 to version 2" });
    await expect.element(diff).toBeVisible();
    const readDeleted = () => [...document.querySelectorAll(".cm-deletedChunk")].map(({ textContent }) => textContent);
    await eventually(readDeleted).toEqual(["World"]);
    await artifactPanel().getByRole("combobox", { name: "To" }).click();
    await page.getByRole("option", { name: "Version 3" }).click();
    await expect
      .element(artifactPanel().getByRole("textbox", { name: "Changes from version 1 to version 3" }))
      .toBeVisible();
    await eventually(readDeleted).toEqual(["HelloWorld"]);
  });

  test("a selection of the code goes to the message field, to be asked about", async () => {
    await openVersion(/^Greeting Version 2/);
    await artifactTool("View code").click();
    await eventually(readCode).toBe("Hello\nMoon\n");
    await artifactPanel().getByRole("textbox", { name: "Code of Greeting" }).click();
    await userEvent.keyboard("{Control>}a{/Control}");
    await artifactPanel().getByRole("button", { name: "Ask about this" }).click();
    await expect.element(composer()).toHaveFocus();
    await expect
      .element(composer())
      .toHaveValue("About this part of “Greeting”, version 2:\n\n```\nHello\nMoon\n```\n\n");
  });

  test("saves a version, and says so or that it failed [C8.29] [C8.30]", async () => {
    await openVersion(/^Greeting Version 2/);
    failOp(saveArtifact, "No.");
    await artifactTool("Save").click();
    await expect.element(alertWithText("Failed to save artifact at this time, please try again later.")).toBeVisible();
    stubOp(saveArtifact, createSaved());
    await artifactTool("Save").click();
    await expect.element(page.getByText("Successully Saved Artifact", { exact: true })).toBeVisible();
    expect(listInputs(saveArtifact).at(-1)?.artifact).toMatchObject({ artifactId: first.artifactId, version: 2 });
  });

  test("sends a version to people, who are chips that can be removed [C2.32] [C8.29] [C8.30]", async () => {
    stubPeople();
    await openVersion(/^Greeting Version 2/);
    await artifactTool("Share").click();
    const dialog = dialogNamed("Send Artifact");
    const field = dialog.getByRole("combobox", { name: "People and groups" });
    await field.fill("bo@example.org");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await field.fill("cy@example.org");
    await userEvent.keyboard("{Enter}");
    await dialog.getByRole("button", { name: /^Remove bo@example.org/ }).click();
    failOp(shareArtifact, "No.");
    await dialog.getByRole("button", { name: "Share", exact: true }).click();
    await expect.element(alertWithText("Shared failed, please try again later...")).toBeVisible();
    stubOp(shareArtifact, { failed: [] });
    await dialog.getByRole("button", { name: "Share", exact: true }).click();
    await expect.element(page.getByText("Shared Successfully", { exact: true })).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(listInputs(shareArtifact).at(-1)?.shareWith).toEqual(["cy@example.org"]);
    await artifactTool("Share").click();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test("the toolbar is one stop of the Tab key, in which the arrow keys move", async () => {
    await openVersion(/^Greeting Version 2/);
    const buttons = () => artifactPanel().getByRole("toolbar").getByRole("button").elements() as HTMLElement[];
    expect(buttons().filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
    buttons()[0]?.focus();
    await userEvent.keyboard("{ArrowDown}{ArrowDown}");
    await expect.element(artifactTool("Upload to your files")).toHaveFocus();
    await userEvent.keyboard("{End}");
    await expect.element(artifactTool("Compare versions")).toHaveFocus();
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(artifactTool("View code")).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await expect.element(artifactPanel()).not.toBeInTheDocument();
  });

  test("opens by itself when the first artifact is made, without the focus; meanwhile its text appears and its tools and versions are off [C4.28] [C4.14]", async () => {
    stubArtifacts();
    await storeArtifacts({ versions: [first] });
    const chat = stubChat();
    await renderApp("#c=stored");
    await composer().fill("Again");
    await userEvent.keyboard("{Enter}");
    await eventually(() => chat.answers.length).toBe(1);
    const { contents: _, tags: _tags, sharedBy: _by, messageId: _id, ...version } = second;
    chat.answers[0]?.write("Here.");
    chat.answers[0]?.send({ s: "meta", artifact: { version, status: "running" } }, { s: "meta", a: "Hello\nMo" });
    await expect.element(artifactPanel()).toBeVisible();
    await expect.element(composer()).toHaveFocus();
    await eventually(readCode).toBe("Hello\nMo");
    await expect
      .element(page.getByText("The artifact “Greeting” is being written.", { exact: true }))
      .toBeInTheDocument();
    chat.answers[0]?.send({ s: "meta", a: "on\n" });
    await eventually(readCode).toBe("Hello\nMoon\n");
    await expect.element(artifactPanel().getByText("2 of 2", { exact: true })).toBeVisible();
    await expect.element(lastAnswer().getByText("Writing the artifact…", { exact: true })).toBeVisible();
    const reason = "Can't change artifact version while new version is streaming";
    for (const button of artifactPanel().getByRole("toolbar").getByRole("button").elements()) {
      expect(button.getAttribute("aria-disabled")).toBe("true");
    }
    await artifactPanel().getByRole("button", { name: "Previous version" }).click({ force: true });
    await expect.element(alertWithText(reason)).toBeVisible();
    await expect.element(artifactPanel().getByText("2 of 2", { exact: true })).toBeVisible();
    await artifactPanel().getByRole("button", { name: "Stop" }).click();
    await eventually(() => chat.stoppedIds.length).toBe(1);
  });

  test("the event openArtifactsTrigger opens the latest artifact; killArtifactRequest stops one that is being written, and no other answer [C7.52]", async () => {
    stubArtifacts();
    await storeArtifacts({ versions: [first] });
    const chat = stubChat();
    await renderApp("#c=stored");
    await expect.element(artifactList()).toBeVisible();
    dispatchEvent(new CustomEvent("openArtifactsTrigger", { detail: {} }));
    await expect.element(artifactPanel().getByText("Version 1 · Nov 29, 2026")).toBeVisible();
    await composer().fill("Again");
    await userEvent.keyboard("{Enter}");
    await eventually(() => chat.answers.length).toBe(1);
    chat.answers[0]?.write("Here.");
    await expect.element(lastAnswer().getByText("Here.", { exact: true })).toBeVisible();
    dispatchEvent(new CustomEvent("killArtifactRequest", { detail: {} }));
    const { contents: _, tags: _tags, sharedBy: _by, messageId: _id, ...version } = second;
    chat.answers[0]?.send({ s: "meta", artifact: { version, status: "running" } }, { s: "meta", a: "Hello" });
    await eventually(readCode).toBe("Hello");
    expect(chat.stoppedIds).toEqual([]);
    dispatchEvent(new CustomEvent("killArtifactRequest", { detail: {} }));
    await eventually(() => chat.stoppedIds.length).toBe(1);
  });

  test("an alert says that a request could not be repaired [C8.24]", async () => {
    stubArtifacts();
    await storeArtifacts({ versions: [] });
    const chat = stubChat();
    await renderApp("#c=stored");
    await composer().fill("Again");
    await userEvent.keyboard("{Enter}");
    await eventually(() => chat.answers.length).toBe(1);
    chat.answers[0]?.write("Here.");
    chat.answers[0]?.send({ s: "meta", artifact: { status: "retry" } });
    await expect
      .element(lastAnswer().getByText("The request had to be repaired. Writing the artifact…", { exact: true }))
      .toBeVisible();
    chat.answers[0]?.send({ s: "meta", artifact: { status: "cancelled" } });
    chat.answers[0]?.end();
    await expect
      .element(
        alertWithText(
          "Unfortunately, we were unable to create your artifact at this time. Please resend your last prompt, possibly with a more advanced model to try again.",
        ),
      )
      .toBeVisible();
  });

  test("a paragraph of plain text is wrapped in the preview", async () => {
    await openVersion(/^Greeting Version 1/, [createVersion({ contents: `${"word ".repeat(200)}\n` })]);
    const code = artifactPanel().getByRole("group", { name: /^Code/ });
    await expect.element(code).toBeVisible();
    const { scrollWidth, clientWidth } = code.element();
    expect(scrollWidth).toBe(clientWidth);
  });
});
