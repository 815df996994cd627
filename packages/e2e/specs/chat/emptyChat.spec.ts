import { listConversations } from "@lectern/contract";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { attach, attachmentChips, textFile } from "../../support/attachControls.ts";
import { answerStorageQuestion, sendButton, storageQuestion } from "../../support/chatControls.ts";
import { checkAxeInBothThemes } from "../../support/checkAxe.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { pauseOp } from "../../support/interceptOp.ts";
import { narrowViewport, wideViewport } from "../../support/openBrowser.ts";
import {
  ask,
  composer,
  expectEventually,
  expectFocused,
  expectVisible,
  openWorkspace,
  questions,
} from "../../support/screen.ts";

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
  await answerStorageQuestion(page, "This browser");
  const heading = page.getByRole("heading", { name: "Start a new conversation." });
  const model = tools(page).getByRole("combobox", { name: "Model" });
  await model.waitFor();
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
  expect((starterBox?.y ?? 0) + (starterBox?.height ?? 0)).toBeLessThanOrEqual(lineBox?.y ?? 0);
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
  expect(await readSides(storageQuestion(page).getByRole("button", { name: /^Cloud/ }))).toEqual(fieldSides);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(narrowViewport.width);
  await choose(longModelName);
  expect(await model.evaluate((field) => field.scrollWidth - field.clientWidth)).toBe(0);
  await answerStorageQuestion(page, "This browser");
  await expectVisible(page.getByRole("banner"), "This browser");
});

test.each([
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 390, height: 844, locale: "de-DE" },
  { width: 390, height: 664 },
])(
  "a new person sees one thing at a time, all of it within the window, and nothing moves when the lists arrive, at $width × $height",
  async ({ locale = "en-US", ...viewport }) => {
    const { page } = await fixture.openSignedIn({ viewport, locale });
    const list = await pauseOp(page, listConversations);
    await page.goto(fixture.url);
    await list.reached;
    const starters = page.getByRole("list", { name: /^(Ways to start|Ideen für den Anfang)/ });
    const model = page.getByRole("combobox").first();
    const parts = [
      page.locator("form").last(),
      page.getByRole("heading", { name: /^(Start a new|Beginnen Sie)/ }),
      model,
      starters,
    ];
    await starters.waitFor();
    await expectEventually(() => model.inputValue()).not.toBe("");
    const readBoxes = () => Promise.all(parts.map((part) => part.boundingBox()));
    const boxes = await readBoxes();
    const question = page.getByRole("group", { name: /^(Where should your chats|Wo sollen Ihre Chats)/ });
    const toggle = page.getByRole("button", { name: /^(This browser|Dieser Browser),/ });
    expect(await question.count()).toBe(0);
    expect(await toggle.count()).toBe(0);
    list.release();
    await question.waitFor();
    expect(await readBoxes()).toEqual(boxes);
    expect(await toggle.count()).toBe(0);
    for (const part of [...parts, question]) {
      const box = await part.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
    }
    // The two choices have one line each.
    for (const choice of await question.getByRole("button").all())
      expect((await choice.boundingBox())?.height).toBeLessThan(48);
    await question.getByRole("button").first().click();
    await toggle.waitFor();
    expect(await question.count()).toBe(0);
  },
);

test.each([844, 664])(
  "on a phone, the model, the documents and the send button are wholly visible beside documents and a text, and what is offered gives way, at a height of %i",
  async (height) => {
    const { page } = await fixture.openSignedIn({ viewport: { width: 390, height }, hasTouch: true });
    await openWorkspace(page, fixture.url);
    await storageQuestion(page).waitFor();
    await attach(page, ...["one", "two", "three", "four"].map((name) => textFile(`${name}.txt`)));
    await expectEventually(() => attachmentChips(page).count()).toBe(4);
    await storageQuestion(page).waitFor({ state: "hidden" });
    await starter(page, "Make a plan").waitFor({ state: "hidden" });
    await composer(page).fill("Compare them\nin detail");
    const composerBox = await page.getByRole("form", { name: "Message" }).boundingBox();
    expect((composerBox?.y ?? 0) + (composerBox?.height ?? 0)).toBeLessThanOrEqual(height);
    const model = tools(page).getByRole("combobox", { name: "Model" });
    for (const element of [model, attachmentChips(page).first(), sendButton(page)])
      expect(await isWhollyVisible(element)).toBe(true);
  },
);

/** True if the element lies within the window and nothing that scrolls cuts it. */
const isWhollyVisible = (element: Locator) =>
  element.evaluate(
    (node) =>
      new Promise<boolean>((resolve) => {
        const observer = new IntersectionObserver(([entry]) => {
          observer.disconnect();
          resolve((entry?.intersectionRatio ?? 0) > 0.99);
        });
        observer.observe(node);
      }),
  );

test("on a narrow screen the advanced settings are a bottom sheet that covers none of its parts; the ways to start stay behind it, and closing it gives the focus back", async () => {
  const { page } = await fixture.openSignedIn({ viewport: narrowViewport });
  await openWorkspace(page, fixture.url);
  const button = tools(page).getByRole("button", { name: "Advanced settings" });
  await button.click();
  const sheet = page.getByRole("dialog", { name: "Advanced settings" });
  const promptField = sheet.getByRole("textbox", { name: "System prompt" });
  const parts = [
    sheet.getByText("System prompt", { exact: true }),
    promptField,
    ...["Temperature", "Response Length"].map((name) => sheet.getByRole("slider", { name })),
    ...["Precise", "Neutral", "Creative", "Concise", "Average", "Verbose"].map((text) =>
      sheet.getByText(text, { exact: true }),
    ),
  ];
  await parts.at(-1)?.waitFor();
  const isShown = (part: Locator) =>
    part.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      return top !== null && (element.contains(top) || top.contains(element));
    });
  for (const part of parts) await expectEventually(() => isShown(part)).toBe(true);
  const readBox = async () => (await sheet.boundingBox()) ?? { x: NaN, y: NaN, width: NaN, height: NaN };
  await expectEventually(async () => {
    const { y, height } = await readBox();
    return Math.round(y + height);
  }).toBe(narrowViewport.height);
  const before = await readBox();
  expect(before.width).toBe(narrowViewport.width);
  expect(before.y).toBeGreaterThan(narrowViewport.height / 5);
  await starter(page, "Make a plan").waitFor();
  // A long prompt does not move what is below it.
  await promptField.fill("Answer in verse.\n".repeat(9));
  expect(await readBox()).toEqual(before);
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
  await expectFocused(button);
  await button.click();
  await expectEventually(() => promptField.inputValue()).toContain("Answer in verse.");
});
