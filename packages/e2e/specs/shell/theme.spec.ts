import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { openSettings } from "../../support/openSettings.ts";
import { expectEventually, openWorkspace } from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

const dark = "rgb(20, 22, 26)";
const light = "rgb(255, 255, 255)";

/** Notes the ground of every frame that is drawn from now on, from the first one of each page. */
async function noteFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { groundsOfFrames: seen });
    const note = () => {
      if (document.body) seen.push(getComputedStyle(document.body).backgroundColor);
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
}

/** The grounds of all frames of this page so far, each once. */
async function grounds(page: Page): Promise<string[]> {
  const seen = await page.evaluate(
    () => (globalThis as unknown as { groundsOfFrames: string[] }).groundsOfFrames, // Put there by `noteFrames`.
  );
  expect(seen.length).toBeGreaterThan(3);
  return [...new Set(seen)];
}

const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

test("the workspace is dark from the first frame, also for people whose system prefers light", async () => {
  const { page } = await fixture.openSignedIn({ colorScheme: "light" });
  await noteFrames(page);
  await openWorkspace(page, fixture.url);
  expect(await grounds(page)).toEqual([dark]);
});

test("a chosen light theme applies from the first frame of the next visit, and so does switching back", async () => {
  const { page } = await fixture.openSignedIn({ colorScheme: "dark" });
  await noteFrames(page);
  await openWorkspace(page, fixture.url);
  await page.getByRole("button", { name: "Switch to the light theme" }).click();
  await expectEventually(() => ground(page)).toBe(light);
  await page.reload();
  await page.getByRole("button", { name: "Switch to the dark theme" }).waitFor();
  expect(await grounds(page)).toEqual([light]);

  const settings = await openSettings(page);
  const choice = settings.getByRole("radiogroup", { name: "Theme" });
  expect(await choice.getByRole("radio", { name: "Light" }).isChecked()).toBe(true);
  await choice.getByText("Dark", { exact: true }).click();
  await settings.getByRole("button", { name: "Save" }).click();
  await expectEventually(() => ground(page)).toBe(dark);
  await page.reload();
  await page.getByRole("button", { name: "Switch to the light theme" }).waitFor();
  expect(await grounds(page)).toEqual([dark]);
});
