import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { checkAxeInBothThemes } from "../../support/checkAxe.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { narrowViewport, wideViewport } from "../../support/openBrowser.ts";
import { ask, composer, expectEventually, expectVisible, openWorkspace, questions } from "../../support/screen.ts";

const longModelName = "llama-3.3-70b-instruct-awq";
const veryLongModelName = "an-open-model-of-a-long-name-3.3-70b-instruct-awq";
const fixture = createWorkspaceFixture({
  models: ["scripted-large", "scripted-small", longModelName, veryLongModelName],
});

const tools = (page: Page) => page.getByRole("region", { name: "New chat" });
const starter = (page: Page, name: string) =>
  tools(page).getByRole("list", { name: "Ways to start" }).getByRole("button", { name });
const readTop = async (page: Page) => (await composer(page).boundingBox())?.y ?? 0;

test("before the first message the field is in the middle of the window, between the heading and the model; the first message moves it to the end of the window, and the focus stays in it", async () => {
  const { page } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  await starter(page, "Make a plan").waitFor();
  const heading = page.getByRole("heading", { name: "Start a new conversation." });
  const model = tools(page).getByRole("combobox", { name: "Model" });
  const top = await readTop(page);
  expect((await heading.boundingBox())?.y).toBeLessThan(top);
  expect((await model.boundingBox())?.y).toBeGreaterThan(top);
  expect(top).toBeGreaterThan(wideViewport.height / 4);
  expect(top).toBeLessThan((wideViewport.height * 3) / 5);
  // The labels below the field are of one size.
  const labels = [
    model,
    ...["change where this chat is stored", "Advanced settings"].map((name) =>
      tools(page).getByRole("button", { name }),
    ),
  ];
  const readSize = (label: Locator) => label.evaluate((element) => getComputedStyle(element).fontSize);
  const sizes = await Promise.all(labels.map(readSize));
  expect(new Set(sizes)).toEqual(new Set(["13px"]));
  await checkAxeInBothThemes(page, "an empty chat");

  await page.getByRole("button", { name: "Advanced settings" }).click();
  await page.getByRole("slider", { name: "Response Length" }).scrollIntoViewIfNeeded();
  await page.getByRole("button", { name: "Advanced settings" }).click();
  await ask(page, "The first one --> sent");
  // The font has a ligature that looks like an arrow.
  const readLigatures = (element: Locator) => element.evaluate((node) => getComputedStyle(node).fontVariantLigatures);
  expect(await readLigatures(questions(page).getByText("The first one --> sent"))).toBe("no-contextual");
  expect(await readLigatures(composer(page))).toBe("no-contextual");
  await expectEventually(() => readTop(page)).toBeGreaterThan((wideViewport.height * 4) / 5);
  expect(await composer(page).evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await tools(page).count()).toBe(0);
});

test("a way to start writes the beginning of a message into the field, after what is there, and sends nothing; on a narrow screen the field is at the end of the window, and the model directly above it", async () => {
  const { page } = await fixture.openSignedIn({ viewport: narrowViewport });
  await openWorkspace(page, fixture.url);
  await expectEventually(() => readTop(page)).toBeGreaterThan((narrowViewport.height * 4) / 5);
  const lineBox = await tools(page).getByRole("button", { name: "Advanced settings" }).boundingBox();
  const modelBox = await tools(page).getByRole("combobox", { name: "Model" }).boundingBox();
  const starterBox = await starter(page, "Make a plan").boundingBox();
  expect(modelBox?.y).toBeCloseTo(lineBox?.y ?? 0, -1);
  expect((await readTop(page)) - (lineBox?.y ?? 0)).toBeLessThan(72);
  expect((starterBox?.y ?? 0) + (starterBox?.height ?? 0)).toBeLessThan(lineBox?.y ?? 0);
  await starter(page, "Make a plan").click();
  await expectEventually(() => composer(page).inputValue()).toBe("Make a plan with steps and dates for: ");
  expect(await composer(page).evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await questions(page).count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(narrowViewport.width);
  // The field grows upwards, so the ways to start would move. They come back with an empty field.
  await starter(page, "Summarize").waitFor({ state: "hidden" });
  await composer(page).fill("");
  await starter(page, "Summarize").waitFor();
});

test("what is below the field stays where it is when a way to start fills the field, and another one can be added", async () => {
  const { page } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  await expectVisible(page, "Where should your chats be stored?");
  await page.setViewportSize({ width: wideViewport.width, height: 1_000 });
  const fieldHeight = async () => (await page.getByRole("form", { name: "Message" }).boundingBox())?.height ?? 0;
  const readPlaces = async () =>
    Promise.all(
      [starter(page, "Improve my text"), tools(page).getByRole("combobox", { name: "Model" })].map(
        async (element) => (await element.boundingBox())?.y,
      ),
    );
  const places = await readPlaces();
  const height = await fieldHeight();
  await starter(page, "Improve my text").click();
  await expectEventually(fieldHeight).toBeGreaterThan(height + 40);
  expect(await readPlaces()).toEqual(places);
  await page.keyboard.type("It rains.");
  await starter(page, "Summarize").click();
  await expectEventually(() => composer(page).inputValue()).toMatch(
    /^Improve this text.*\s+It rains\.\n\nSummarize this/,
  );
});

test("on a phone, everything before the first message is as wide as the field, also with a long name of a model, which is shown whole; the storage is named in the header", async () => {
  const { page } = await fixture.openSignedIn({ viewport: narrowViewport, hasTouch: true });
  await openWorkspace(page, fixture.url);
  const model = tools(page).getByRole("combobox", { name: "Model" });
  const choose = async (name: string) => {
    await model.click();
    await page.getByRole("option", { name }).click();
    await expectEventually(() => model.inputValue()).toBe(name);
  };
  const readSides = async (locator: Locator) => {
    const box = await locator.boundingBox();
    return [box?.x, (box?.x ?? 0) + (box?.width ?? 0)];
  };
  await choose(veryLongModelName);
  const fieldSides = await readSides(page.getByRole("form", { name: "Message" }));
  expect(await readSides(tools(page))).toEqual(fieldSides);
  expect((await readSides(starter(page, "Improve my text")))[1]).toBe(fieldSides[1]);
  await choose(longModelName);
  expect(await model.evaluate((field) => field.scrollWidth - field.clientWidth)).toBe(0);
  await expectVisible(page.getByRole("banner"), "This browser");
});
