import { listAssistants } from "@lectern/contract";
import { beforeEach, expect, test } from "vitest";
import { type Locator, page } from "vitest/browser";
import { reloadApp } from "../../../testing/reloadApp.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { boxOf, composer } from "../../../testing/screen.ts";
import { type StoredAssistant, stubAssistants } from "../../../testing/stubAssistants.ts";
import { pauseOp, stubConfig } from "../../../testing/stubServer.ts";
import { pressKeys } from "../testing/editorControls.ts";

const offered = () => page.getByRole("region", { name: "Assistants for you" });
const waysToStart = () => page.getByRole("list", { name: "Ways to start" });
const storageQuestion = () => page.getByRole("group", { name: "Where should your chats be stored?" });
const tutorButton = () => offered().getByRole("button", { name: /^Course tutor/ });

const createTutor = (fields: Partial<StoredAssistant> = {}): StoredAssistant => ({
  name: "Course tutor",
  group: { id: "Course_1", name: "Course" },
  isPublished: true,
  fields: { role: "use" },
  ...fields,
});

// The person is asked where chats should be stored.
beforeEach(() => stubConfig({ defaultStorage: null }));

async function answerStorageQuestion(): Promise<void> {
  await storageQuestion()
    .getByRole("button", { name: /^This browser/ })
    .click();
  await expect.element(storageQuestion()).not.toBeInTheDocument();
}

test.each([
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
])(
  "the assistants of a new member's groups appear below the ways to start and move nothing, at $width × $height",
  async ({ width, height }) => {
    await page.viewport(width, height);
    stubAssistants([createTutor()]);
    // Beside the question, which they leave where it is.
    const assistants = pauseOp(listAssistants);
    await renderApp();
    await expect.element(storageQuestion()).toBeVisible();
    await assistants.reached;
    const placeOfQuestion = boxOf(storageQuestion());
    assistants.release();
    await expect.element(offered()).toBeVisible();
    expect(boxOf(storageQuestion())).toEqual(placeOfQuestion);
    expect(boxOf(offered()).bottom).toBeLessThanOrEqual(height);
    await answerStorageQuestion();
    await expect.element(offered()).toBeVisible();

    const list = pauseOp(listAssistants);
    await reloadApp();
    await expect.element(waysToStart()).toBeVisible();
    await list.reached;
    const heading = page.getByRole("heading", { name: "Start a new conversation." });
    const readPlaces = () => [composer(), waysToStart(), heading].map(boxOf);
    const places = readPlaces();
    list.release();
    await expect.element(offered()).toBeVisible();
    expect(readPlaces()).toEqual(places);
    const tutor = boxOf(tutorButton());
    if (width < 640) expect(tutor.bottom).toBeLessThanOrEqual(boxOf(waysToStart()).top);
    else expect(boxOf(offered()).top).toBeGreaterThanOrEqual(boxOf(waysToStart()).bottom);
    expect(tutor.bottom).toBeLessThanOrEqual(height);
  },
);

test("on a phone the offered assistants come in the order of the Tab key, and without any there is no gap above the field", async () => {
  await page.viewport(390, 844);
  await renderApp();
  await expect.element(waysToStart()).toBeVisible();
  /** The pixels between the ways to start and the line with the model. */
  const readGap = () =>
    boxOf(page.getByRole("button", { name: "Advanced settings" })).top - boxOf(waysToStart()).bottom;
  await expect.poll(readGap).toBeLessThan(20);
  await answerStorageQuestion();
  stubAssistants([createTutor()]);
  await reloadApp();
  await expect.element(tutorButton()).toBeVisible();
  await pressKeys(tutorButton(), "{Tab}");
  await expect.element(offered().getByRole("button", { name: "All assistants" })).toHaveFocus();
});

test("the names of offered assistants get the room of the row, and two lines if they need them", async () => {
  await page.viewport(1440, 900);
  const name = "Tutor for the second law of thermodynamics and the Carnot bound";
  const assistants = stubAssistants([createTutor({ name })]);
  await renderApp();
  await answerStorageQuestion();
  const isWhole = (text: Locator) => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = text.element();
    return scrollWidth <= clientWidth && scrollHeight <= clientHeight;
  };
  const names = () => offered().getByText(name, { exact: true });
  await expect.element(names()).toBeVisible();
  expect(names().all().map(isWhole)).toEqual([true]);
  assistants.save(createTutor({ name }));
  await expect.poll(() => names().elements().length).toBe(2);
  expect(names().all().map(isWhole)).toEqual([true, true]);
});

test("one press on an assistant that a group offers chats with it here, all of them are one press away, and nothing is left when the membership ends", async () => {
  const assistants = stubAssistants([createTutor({ assistantId: "astgp/tutor", data: { starters: ["Why?"] } })]);
  await renderApp();
  await answerStorageQuestion();
  await offered().getByRole("button", { name: "All assistants" }).click();
  await expect.element(page.getByRole("tab", { name: "Assistants", selected: true })).toBeVisible();
  await tutorButton().click();
  const chosen = page.getByRole("list", { name: "Assistant of this chat" });
  await expect.element(chosen.getByText("Course tutor")).toBeVisible();
  await expect.element(waysToStart().getByRole("button", { name: "Why?" })).toBeVisible();
  await expect.element(composer()).toHaveFocus();
  expect(offered().elements()).toHaveLength(0);

  await chosen.getByRole("button", { name: "Continue without Course tutor" }).click();
  await expect.element(offered()).toBeVisible();
  assistants.remove("astgp/tutor");
  await expect.element(offered()).not.toBeInTheDocument();
  await expect.element(waysToStart().getByRole("button", { name: "Make a plan" })).toBeVisible();
});
