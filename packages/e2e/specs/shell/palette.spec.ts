import { createConversation } from "@lectern/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { ApiClient } from "../../support/content/createApiClient.ts";
import { uploadAndExtract } from "../../support/content/uploadByApi.ts";
import { documentViewer } from "../../support/pages/documentViewer.ts";
import { composer, expectEventually, expectFocused, expectVisible, openWorkspace } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

const palette = (page: Page) => page.getByRole("dialog", { name: "Command palette" });
const field = (page: Page) => palette(page).getByRole("combobox");
const options = (page: Page) => palette(page).getByRole("option");
/** The name of the active option as a screen reader reads it; Enter would choose it. */
const getActiveOption = (page: Page) =>
  field(page).evaluate((input) => {
    const id = input.getAttribute("aria-activedescendant");
    return (id && document.getElementById(id)?.textContent) || "";
  });

async function openPaletteWith(page: Page, search: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await field(page).fill(search);
}

const waitUntilClosed = (page: Page) => palette(page).waitFor({ state: "detached" });

async function createNamedConversation(api: ApiClient, id: string, name: string): Promise<void> {
  const messages = [{ id: "m-1", role: "user" as const, content: "The Carnot bound" }];
  await api.call(createConversation, { conversation: { id, name, messages } });
}

test("Esc closes the palette before its code has arrived; what is typed by then reaches it, and not the message; it opens conversations and assistants by keyboard alone", async () => {
  const { page, api } = await fixture.openSignedIn();
  await createNamedConversation(api, "carnot", "Thermodynamics II");
  const deferredCode = Promise.withResolvers<void>();
  await page.route("**/assets/Palette-*.js", async (route) => {
    await deferredCode.promise;
    await route.continue();
  });
  const codeRequest = page.waitForRequest("**/assets/Palette-*.js");
  await openWorkspace(page, fixture.url);
  await composer(page).fill("A draft");
  await page.keyboard.press("Control+k");
  await codeRequest;
  await page.keyboard.press("Escape");
  await page.keyboard.type(" of mine");
  expect(await composer(page).inputValue()).toBe("A draft of mine");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("Thermox");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Enter");
  deferredCode.resolve();
  await expectEventually(() => field(page).inputValue()).toBe("Thermo");
  await page.keyboard.type("dy");
  await expectEventually(() => getActiveOption(page)).toContain("Thermodynamics II");
  expect(await field(page).inputValue()).toBe("Thermody");
  await page.keyboard.press("Escape");
  await waitUntilClosed(page);
  await expectFocused(composer(page));
  expect(await composer(page).inputValue()).toBe("A draft of mine");
  expect(await page.getByRole("log").getByText("A draft").count()).toBe(0);

  // The code is loaded now, but the palette takes a moment to open.
  await page.keyboard.press("Control+k");
  await page.keyboard.type("thermody");
  await expectEventually(async () => (await getActiveOption(page)).toLowerCase()).toContain("thermodynamics ii");
  await page.keyboard.press("Enter");
  await waitUntilClosed(page);
  await expectEventually(() => page.url()).toBe(`${fixture.url}/#c=carnot`);
  await page.getByRole("log").getByText("The Carnot bound").waitFor();
  // Nothing is collected after the second Ctrl K has closed the palette.
  await composer(page).focus();
  await page.keyboard.press("Control+k");
  await field(page).waitFor();
  await page.keyboard.press("Control+k");
  await waitUntilClosed(page);
  await expectFocused(composer(page));
  await page.keyboard.type("!");
  expect(await composer(page).inputValue()).toBe("!");
  await openPaletteWith(page, "diagram assistant");
  await expectEventually(() => getActiveOption(page)).toContain("Diagram Assistant");
  await page.keyboard.press("Enter");
  await waitUntilClosed(page);
  await page.getByRole("heading", { name: /Chat with Diagram Assistant/ }).waitFor();
});

test("Ctrl K finds messages by their text and files by their names, opens them, and chooses the model of the open conversation, which a reload keeps", async () => {
  const { page, api } = await fixture.openSignedIn();
  for (const name of ["Thermodynamics II", "One", "Two", "Three", "Four", "Five"])
    await createNamedConversation(api, name.replace(" ", "-"), name);
  await uploadAndExtract(api, fixture.url, {
    name: "river_notes.txt",
    type: "text/plain",
    content: "Rivers carry sand.",
  });
  await openWorkspace(page, fixture.url);
  await openPaletteWith(page, "carnot bound");
  const hits = palette(page).getByRole("group", { name: "Messages" }).getByRole("option");
  await expectEventually(() => hits.filter({ hasText: "You: The Carnot bound" }).count()).toBe(5);
  expect(await hits.filter({ hasText: "Three" }).getByRole("time").textContent()).toMatch(/^\d{1,2}:\d\d\s[AP]M$/);
  await hits.filter({ hasText: "Three" }).click();
  await waitUntilClosed(page);
  await expectEventually(() => page.url()).toContain("#c=Three");

  await expectVisible(page.getByRole("banner"), "scripted-large");
  await openPaletteWith(page, "small");
  await options(page).filter({ hasText: "scripted-small" }).click();
  await waitUntilClosed(page);
  await expectVisible(page.getByRole("banner"), "scripted-small");
  await page.reload();
  await expectVisible(page.getByRole("banner"), "scripted-small");

  await openPaletteWith(page, "river");
  await options(page)
    .filter({ hasText: /river_notes\.txt/ })
    .click();
  await expectVisible(documentViewer(page, "river_notes.txt"), "Rivers carry sand.");
});
