import { saveUserSettings } from "@lectern/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { checkAxe } from "../../support/checks/checkAxe.ts";
import { openNewConversation } from "../../support/pages/chatControls.ts";
import { composer, expectEventually, send } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

const panel = (page: Page) => page.getByRole("complementary", { name: "Artifacts" });
const tool = (page: Page, name: string) => page.getByRole("toolbar").getByRole("button", { name, exact: true });
const artifactButtons = (page: Page) => page.getByRole("list", { name: "Artifacts of this answer" });
const preview = (page: Page) => page.frameLocator("iframe[title^='Preview']");
const readCode = async (page: Page) => (await page.locator(".cm-content .cm-line").allTextContents()).join("\n");

async function openPerson(storage: "local" | "cloud", options: Parameters<typeof fixture.openSignedIn>[0] = {}) {
  const person = await fixture.openSignedIn(options);
  await person.api.call(saveUserSettings, { settings: { featureOptions: { includeArtifacts: true } } });
  await openNewConversation(person.page, fixture.url, storage);
  return person;
}

/** A question to which the scripted model makes a page. */
const requestPage = (text: string, directives = "", id = "") =>
  `Make a page [[artifact: wellformed; name: Greeting; type: static; id: ${id}]] [[making]] ${directives} [[answer: <h1>${text}</h1>]]`;

const readArtifactId = (page: Page) => page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get("artifact"));

test("an artifact opens beside the chat while it is written, without the focus, and is shown; a new version is compared, edited and still there after a reload", async () => {
  const { page } = await openPerson("cloud");
  await send(page, requestPage("Hello"));
  await panel(page).waitFor();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("TEXTAREA");
  await preview(page).getByRole("heading", { name: "Hello" }).waitFor();
  await checkAxe(page, "an artifact beside the chat");
  const id = await readArtifactId(page);
  await send(page, requestPage("Bye", "", id ?? ""));
  await panel(page).getByText("2 of 2").waitFor();
  await preview(page).getByRole("heading", { name: "Bye" }).waitFor();
  await tool(page, "Compare versions").click();
  await panel(page).locator(".cm-deletedChunk").getByText("<h1>Hello</h1>").waitFor();
  await tool(page, "Edit").click();
  await panel(page).getByRole("textbox", { name: "Edit Greeting" }).fill("<h1>Edited</h1>");
  await panel(page).getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Version 2 saved.").waitFor();
  await page.reload();
  await panel(page).getByText("2 of 2").waitFor();
  await preview(page).getByRole("heading", { name: "Edited" }).waitFor();
  await panel(page).getByRole("button", { name: "Previous version" }).click();
  await preview(page).getByRole("heading", { name: "Hello" }).waitFor();
});

test("an artifact that is being written goes on after a reload, and is stopped with what was written [C4.25]", async () => {
  const { page } = await openPerson("cloud");
  const words = Array.from({ length: 200 }, (_, index) => `word${index}`).join(" ");
  await send(page, requestPage(words, "[[pace: 200]]"));
  await expectEventually(() => readCode(page)).toContain("word3");
  await page.reload();
  await expectEventually(() => readCode(page)).toContain("word5");
  await panel(page).getByRole("button", { name: "Stop", exact: true }).click();
  await page.getByText("The artifact was stopped. What was written is kept.").waitFor();
  await artifactButtons(page).getByRole("button", { name: "Greeting Version 1", exact: true }).waitFor();
  expect(await composer(page).isEnabled()).toBe(true);
});

test("on a phone, the button below the answer opens the artifact; saved and shared, it opens in the recipient's new chat", async () => {
  const { page } = await openPerson("local", { viewport: { width: 390, height: 844 } });
  const other = await openPerson("local");
  await send(page, requestPage("Hello"));
  await artifactButtons(page).getByRole("button", { name: "Greeting Version 1", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Artifacts" });
  await preview(page).getByRole("heading", { name: "Hello" }).waitFor();
  await checkAxe(page, "an artifact on a phone");
  expect((await dialog.boundingBox())?.width).toBe(390);
  await tool(page, "Save").click();
  await page.getByText("Successully Saved Artifact").waitFor();
  await tool(page, "Share").click();
  const sharing = page.getByRole("dialog", { name: "Send Artifact" });
  await sharing.getByRole("combobox", { name: "People and groups" }).fill(other.email);
  await sharing.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByText("Shared Successfully").waitFor();
  await other.page.goto(`${fixture.url}/#page=artifacts`);
  await other.page.getByText(/shared by/).waitFor();
  await other.page.getByRole("button", { name: "Open Greeting in a new chat" }).click();
  await panel(other.page).getByText("1 of 1").waitFor();
  await preview(other.page).getByRole("heading", { name: "Hello" }).waitFor();
});
