import { defaultUserSettings, saveUserSettings } from "@lectern/contract";
import { expect, test } from "vitest";
import { checkAxe, checkAxeInBothThemes } from "../../support/checks/checkAxe.ts";
import { lastAnswer, openNewConversation } from "../../support/pages/chatControls.ts";
import { ask, expectEventually } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

test("a person tells a fact and saves it; the next answer had it and lets them correct it; in this chat memory is switched off", async () => {
  const { page, api } = await fixture.openSignedIn();
  const featureOptions = { ...defaultUserSettings.featureOptions, includeMemory: true };
  await api.call(saveUserSettings, { settings: { ...defaultUserSettings, featureOptions } });
  await openNewConversation(page, fixture.url, "cloud");
  const { models } = fixture.workspace;
  const readInstructions = () => JSON.stringify(models.chats("scripted-large").at(-1)?.body?.messages?.[0]);

  // The title is written with the same model: either gets the facts, and the other nothing that it understands.
  const facts = JSON.stringify({ facts: [{ text: "Teaches law.", contradicts: null }] });
  models.script({ answer: facts }, "scripted-small");
  models.script({ answer: facts }, "scripted-small");
  await ask(page, "I teach law.");
  const panel = page.getByRole("group", { name: "Detected facts" });
  await panel.getByText("1 fact detected", { exact: true }).waitFor();
  await panel.getByRole("button", { name: "Show facts" }).click();
  await checkAxeInBothThemes(page, "detected facts");
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await checkAxe(page, "detected facts on a phone");
  await page.setViewportSize({ width: 1280, height: 800 });
  await panel.getByRole("button", { name: "Save to memory" }).click();
  await panel.waitFor({ state: "detached" });

  await ask(page, "What should I read?");
  expect(readInstructions()).toContain("Teaches law.");
  await lastAnswer(page).getByRole("button", { name: "1 memory" }).click();
  const used = lastAnswer(page).getByRole("region", { name: "Memories of this answer" });
  await used.getByRole("button", { name: "Edit" }).click();
  await used.getByRole("textbox", { name: "Memory" }).fill("Teaches history.");
  await checkAxe(page, "a memory that is edited at its answer");
  await page.keyboard.press("Enter");
  await used.getByText("Teaches history.", { exact: true }).waitFor();
  await ask(page, "And now?");
  await lastAnswer(page).getByRole("button", { name: "1 memory" }).waitFor();
  expect(readInstructions()).toContain("Teaches history.");

  await page.getByRole("button", { name: "Chat settings" }).click();
  const memorySwitch = page.getByRole("switch", { name: "Use memory in this chat" });
  await memorySwitch.click();
  await expectEventually(() => memorySwitch.isChecked()).toBe(false);
  await page.keyboard.press("Escape");
  await ask(page, "Do you know me?");
  expect(readInstructions()).not.toContain("Teaches");
  await expectEventually(() => lastAnswer(page).getByRole("button", { name: /memor/ }).count()).toBe(0);

  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("Memory Man");
  await page.getByRole("option", { name: /^Memory Management/ }).click();
  const dialog = page.getByRole("dialog", { name: "Memory Management" });
  await dialog.getByRole("table").getByText("Teaches history.", { exact: true }).waitFor();
  await checkAxeInBothThemes(page, "Memory Management");
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await checkAxe(page, "Memory Management on a phone");
});
