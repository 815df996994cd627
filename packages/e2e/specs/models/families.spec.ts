import type { Locator } from "playwright-core";
import { test } from "vitest";
import { openNewConversation } from "../../support/chatControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { openSettings } from "../../support/openSettings.ts";
import { expectEventually } from "../../support/screen.ts";

// A server of its own, because it offers models of several families.
const fixture = createWorkspaceFixture({ models: ["scripted-large", "llama-3", "gpt-5", "o3-mini", "claude-5"] });

test("models are listed by the same families in the settings and in the list of a new chat, and the palette names their families", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  const expectHeadings = (container: Locator, headings: readonly string[]) =>
    expectEventually(async () => {
      const groups = await container.getByRole("group").all();
      const names = await Promise.all(groups.map((group) => group.ariaSnapshot()));
      return names.flatMap((name) => /^- group "([^"]*)"/.exec(name)?.[1] ?? []);
    }).toEqual(headings);
  await page.getByRole("combobox", { name: "Model" }).click();
  await expectHeadings(page.getByRole("listbox"), ["OpenAI", "Claude", "Llama", "Other"]);
  // Without matches in other families, a heading would say nothing.
  await page.getByRole("combobox", { name: "Model" }).fill("llama");
  await expectEventually(() => page.getByRole("listbox").getByText("Llama", { exact: true }).count()).toBe(0);
  await page.keyboard.press("Escape");

  const settings = await openSettings(page);
  await expectHeadings(settings, ["OpenAI", "Claude", "Llama", "Other"]);
  await page.keyboard.press("Escape");
  await settings.waitFor({ state: "detached" });
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await palette.getByRole("combobox").fill("gpt-5");
  await expectEventually(() => palette.getByRole("option", { name: /gpt-5/ }).textContent()).toContain("OpenAI");
});
