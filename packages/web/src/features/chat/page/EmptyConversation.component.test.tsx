import { listConversations } from "@lectern/contract";
import { expect, test } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { chooseLocale } from "../../../lib/i18n/i18n.ts";
import { questions } from "../../../testing/chatPage.ts";
import { ask } from "../../../testing/chatSteps.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { boxOf, composer, dialogNamed, eventually } from "../../../testing/screen.ts";
import { stubChat } from "../../../testing/stubChat.ts";
import { pauseOp, stubConfig } from "../../../testing/stubServer.ts";

const tools = () => page.getByRole("region", { name: "New chat" });
const modelField = () => tools().getByRole("combobox", { name: "Model" });
const settingsButton = () => tools().getByRole("button", { name: "Advanced settings" });
const starter = (name: string) => tools().getByRole("list", { name: "Ways to start" }).getByRole("button", { name });
const storageQuestion = () => page.getByRole("group", { name: "Where should your chats be stored?" });
const fieldTop = () => boxOf(composer()).top;
const phone = { width: 390, height: 844 };

test("before the first message the field is in the middle of the window, between the heading and the model; the first message moves it to the end of the window, and the focus stays in it", async () => {
  const chat = stubChat();
  await renderApp();
  await expect.element(starter("Make a plan")).toBeVisible();
  await expect.element(modelField()).toHaveValue("scripted-large");
  const heading = page.getByRole("heading", { name: "Start a new conversation." });
  expect(boxOf(heading).top).toBeLessThan(fieldTop());
  expect(boxOf(modelField()).top).toBeGreaterThan(fieldTop());
  expect(fieldTop()).toBeGreaterThan(innerHeight / 4);
  expect(fieldTop()).toBeLessThan((innerHeight * 3) / 5);
  // The labels below the field are of one size.
  const storageButton = tools().getByRole("button", { name: "change where this chat is stored" });
  const sizes = [modelField(), storageButton, settingsButton()].map(
    (label) => getComputedStyle(label.element()).fontSize,
  );
  expect(new Set(sizes)).toEqual(new Set(["13px"]));

  await settingsButton().click();
  await expect.element(page.getByRole("slider", { name: "Response Length" })).toBeVisible();
  await settingsButton().click();
  await ask(chat, "The first one --> sent", "One.");
  // The font has a ligature that looks like an arrow.
  for (const text of [questions().getByText("The first one --> sent"), composer()])
    expect(getComputedStyle(text.element()).fontVariantLigatures).toBe("no-contextual");
  await eventually(fieldTop).toBeGreaterThan((innerHeight * 4) / 5);
  await expect.element(composer()).toHaveFocus();
  expect(tools().elements()).toEqual([]);
});

test("a way to start writes the beginning of a message into the field, after what is there, and sends nothing; on a narrow screen the field is at the end of the window, and the model directly above it", async () => {
  await page.viewport(phone.width, phone.height);
  const chat = stubChat();
  await renderApp();
  await expect.element(starter("Make a plan")).toBeVisible();
  await expect.element(modelField()).toHaveValue("scripted-large");
  await eventually(fieldTop).toBeGreaterThan((phone.height * 4) / 5);
  const lineTop = boxOf(settingsButton()).top;
  expect(boxOf(modelField()).top).toBeCloseTo(lineTop, -1);
  expect(fieldTop() - lineTop).toBeLessThan(72);
  expect(boxOf(starter("Make a plan")).bottom).toBeLessThanOrEqual(lineTop);
  await starter("Make a plan").click();
  await expect.element(composer()).toHaveValue("Make a plan with steps and dates for: ");
  await expect.element(composer()).toHaveFocus();
  expect(chat.answers).toEqual([]);
  expect(questions().elements()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBe(phone.width);
  // The field grows upwards, so the ways to start would move. They come back with an empty field.
  await expect.element(starter("Summarize")).not.toBeInTheDocument();
  await composer().fill("");
  await expect.element(starter("Summarize")).toBeVisible();
});

test("what is below the field stays where it is when a way to start fills the field, and another one can be added", async () => {
  await page.viewport(1280, 1_000);
  stubConfig({ defaultStorage: null });
  await renderApp();
  await expect.element(storageQuestion()).toBeVisible();
  await expect.element(modelField()).toHaveValue("scripted-large");
  const readHeight = () => boxOf(page.getByRole("form", { name: "Message" })).height;
  const readPlaces = () => [starter("Improve my text"), modelField()].map((element) => boxOf(element).top);
  const places = readPlaces();
  const height = readHeight();
  await starter("Improve my text").click();
  await eventually(readHeight).toBeGreaterThan(height + 40);
  expect(readPlaces()).toEqual(places);
  await userEvent.keyboard("It rains.");
  await starter("Summarize").click();
  await expect
    .element(composer())
    .toHaveValue(expect.stringMatching(/^Improve this text.*\s+It rains\.\n\nSummarize this/));
});

test.each<{ width: number; height: number; locale?: "de" }>([
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 390, height: 844, locale: "de" },
  { width: 390, height: 664 },
])(
  "a new person sees one thing at a time, all of it within the window, and nothing moves when the lists arrive, at $width × $height",
  async ({ locale, width, height }) => {
    await page.viewport(width, height);
    if (locale) await chooseLocale(locale);
    stubConfig({ defaultStorage: null });
    const list = pauseOp(listConversations);
    await renderApp();
    await list.reached;
    const model = page.getByRole("combobox").first();
    const parts = [
      page.getByRole("form", { name: /^(Message|Nachricht)$/ }),
      page.getByRole("heading", { name: /^(Start a new|Beginnen Sie)/ }),
      model,
      page.getByRole("list", { name: /^(Ways to start|Ideen für den Anfang)/ }),
    ];
    for (const part of parts) await expect.element(part).toBeVisible();
    await expect.element(model).toHaveValue("scripted-large");
    await document.fonts.ready;
    const boxes = parts.map(boxOf);
    const question = page.getByRole("group", { name: /^(Where should your chats|Wo sollen Ihre Chats)/ });
    const toggle = page.getByRole("button", { name: /^(This browser|Dieser Browser),/ });
    expect(question.elements()).toEqual([]);
    expect(toggle.elements()).toEqual([]);
    list.release();
    await expect.element(question).toBeVisible();
    expect(parts.map(boxOf)).toEqual(boxes);
    expect(toggle.elements()).toEqual([]);
    for (const part of [...parts, question]) expect(boxOf(part).bottom).toBeLessThanOrEqual(height);
    // The two choices have one line each.
    for (const choice of question.getByRole("button").all()) expect(boxOf(choice).height).toBeLessThan(48);
    await question.getByRole("button").first().click();
    await expect.element(toggle).toBeVisible();
    expect(question.elements()).toEqual([]);
  },
);

test("on a narrow screen the advanced settings are a bottom sheet that covers none of its parts; the ways to start stay behind it, and closing it gives the focus back", async () => {
  await page.viewport(phone.width, phone.height);
  await renderApp();
  await settingsButton().click();
  const sheet = dialogNamed("Advanced settings");
  const promptField = sheet.getByRole("textbox", { name: "System prompt" });
  const captions = ["Precise", "Neutral", "Creative", "Concise", "Average", "Verbose"];
  const parts = [
    sheet.getByText("System prompt", { exact: true }),
    promptField,
    ...["Temperature", "Response Length"].map((name) => sheet.getByRole("slider", { name })),
    ...captions.map((text) => sheet.getByText(text, { exact: true })),
  ];
  const isShown = (part: Locator) => {
    const { x, y, width, height } = boxOf(part);
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return top !== null && (part.element().contains(top) || top.contains(part.element()));
  };
  for (const part of parts) {
    await expect.element(part).toBeVisible();
    await eventually(() => isShown(part)).toBe(true);
  }
  await eventually(() => Math.round(boxOf(sheet).bottom)).toBe(phone.height);
  const box = boxOf(sheet);
  expect(box.width).toBe(phone.width);
  expect(box.top).toBeGreaterThan(phone.height / 5);
  await expect.element(starter("Make a plan")).toBeInTheDocument();
  // A long prompt does not move what is below it.
  await promptField.fill("Answer in verse.\n".repeat(9));
  expect(boxOf(sheet)).toEqual(box);
  await userEvent.keyboard("{Escape}");
  await expect.element(sheet).not.toBeInTheDocument();
  await expect.element(settingsButton()).toHaveFocus();
  await settingsButton().click();
  await expect.element(promptField).toHaveValue(expect.stringContaining("Answer in verse."));
});
