import { describe, expect, test } from "vitest";
import { localConversation, readStoredConversations, storeLocalConversations } from "../../support/browserStorage.ts";
import { createPrompts } from "../../support/createPrompts.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { openPrompts, promptTree } from "../../support/promptControls.ts";
import {
  answers,
  ask,
  chooseForConversation,
  clickDialogButton,
  composer,
  conversationNames,
  conversationRow,
  expectEventually,
  expectVisible,
  openWorkspace,
  send,
  sidePanel,
} from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

const conversationOfDay = (id: string, name: string, day: string) =>
  localConversation(id, name, { updatedAt: `${day}T12:00:00.000Z`, createdAt: `${day}T12:00:00.000Z` });

describe("the list", () => {
  test("is initially empty and says so, shows the newest first, and moves a conversation up when it gets a message", async () => {
    const { page, userId } = await fixture.openSignedIn();
    await openWorkspace(page, fixture.url);
    await expectVisible(sidePanel(page), "No data.");
    await storeLocalConversations(page, userId, [
      conversationOfDay("b", "Middle", "2025-05-02"),
      conversationOfDay("a", "Oldest", "2025-05-01"),
      conversationOfDay("c", "Newest", "2025-05-03"),
    ]);
    await page.reload();
    await expectEventually(() => conversationNames(page)).toEqual(["Newest", "Middle", "Oldest"]);
    await conversationRow(page, "Oldest").click();
    await expectVisible(page.getByRole("log"), "Answer of Oldest");
    await ask(page, "Once more");
    await expectEventually(() => conversationNames(page)).toEqual(["Oldest", "Newest", "Middle"]);
    expect(await sidePanel(page).getByRole("heading", { level: 3 }).allTextContents()).toEqual(["Today", "May 2025"]);
  });

  test("can be searched by name regardless of case and accents, and says when nothing is found", async () => {
    const { page, userId } = await fixture.openSignedIn();
    await openWorkspace(page, fixture.url);
    await storeLocalConversations(page, userId, [
      conversationOfDay("a", "Épreuve de physique", "2025-05-03"),
      conversationOfDay("b", "Physics of herons", "2025-05-02"),
      conversationOfDay("c", "Grant budget", "2025-05-01"),
    ]);
    await page.reload();
    const search = page.getByRole("searchbox", { name: "Search conversations" });
    await search.fill("PHYSI");
    await expectEventually(() => conversationNames(page)).toEqual(["Épreuve de physique", "Physics of herons"]);
    await search.fill("epreuve");
    await expectEventually(() => conversationNames(page)).toEqual(["Épreuve de physique"]);
    await search.fill("nothing like it");
    await expectVisible(sidePanel(page), "No data.");
    await page.getByRole("button", { name: "Clear the search" }).click();
    await expectEventually(() => conversationNames(page)).toHaveLength(3);
  });

  test("shows hundreds of conversations, and the arrow keys reach those out of view", async () => {
    const { page, userId } = await fixture.openSignedIn();
    await openWorkspace(page, fixture.url);
    const many = Array.from({ length: 300 }, (_, index) =>
      localConversation(`n-${index}`, `Number ${index}`, {
        updatedAt: new Date(Date.UTC(2025, 0, 1) - index * 60_000).toISOString(),
      }),
    );
    await storeLocalConversations(page, userId, many);
    await page.reload();
    await conversationRow(page, "Number 0").focus();
    await page.keyboard.press("End");
    await expectEventually(() => page.evaluate(() => document.activeElement?.textContent)).toContain("Number 299");
    await page.keyboard.press("ArrowUp");
    await expectEventually(() => page.evaluate(() => document.activeElement?.textContent)).toContain("Number 298");
    await page.keyboard.press("Enter");
    await expectVisible(page.getByRole("log"), "Answer of Number 298");
  });
});

describe("deleting", () => {
  test("[C4.17] the selected conversation selects the latest remaining one, and deleting the last one opens a new empty one", async () => {
    const { page, userId } = await fixture.openSignedIn();
    await openWorkspace(page, fixture.url);
    await storeLocalConversations(page, userId, [
      conversationOfDay("a", "Oldest", "2025-05-01"),
      conversationOfDay("b", "Middle", "2025-05-02"),
      conversationOfDay("c", "Newest", "2025-05-03"),
    ]);
    await page.reload();
    const remove = async (name: string) => {
      await chooseForConversation(page, name, "Delete");
      await page.getByRole("alertdialog").getByText(`“${name}” will be deleted`).waitFor();
      await clickDialogButton(page, "Delete");
    };
    await conversationRow(page, "Oldest").click();
    await expectVisible(page.getByRole("log"), "Answer of Oldest");
    await remove("Oldest");
    await expectVisible(page.getByRole("log"), "Answer of Newest");
    expect(await conversationRow(page, "Newest").getAttribute("aria-current")).toBe("page");
    // This is not the selected conversation: the open one stays open.
    await remove("Middle");
    await expectEventually(() => conversationNames(page)).toEqual(["Newest"]);
    await expectVisible(page.getByRole("log"), "Answer of Newest");
    await remove("Newest");
    await expectVisible(page, "Start a new conversation.");
    await expectVisible(sidePanel(page), "No data.");
    expect(await composer(page).isEditable()).toBe(true);
    const { conversationHistory } = await readStoredConversations(page, userId);
    expect(conversationHistory.filter(({ messages }) => messages.length > 0)).toEqual([]);
    await page.reload();
    await expectVisible(sidePanel(page), "No data.");
  });

  test("asks for confirmation first and can be cancelled", async () => {
    const { page, userId } = await fixture.openSignedIn();
    await openWorkspace(page, fixture.url);
    await storeLocalConversations(page, userId, [conversationOfDay("a", "To be kept", "2025-05-01")]);
    await page.reload();
    await chooseForConversation(page, "To be kept", "Delete");
    await clickDialogButton(page, "Cancel");
    await chooseForConversation(page, "To be kept", "Delete");
    await page.getByRole("alertdialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
    expect(await conversationNames(page)).toEqual(["To be kept"]);
  });
});

test("clearing the messages asks 'Are you sure you want to clear all messages?' and leaves an empty conversation of the same name", async () => {
  const { page, userId } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  await storeLocalConversations(page, userId, [conversationOfDay("a", "To be emptied", "2025-05-01")]);
  await page.goto(`${fixture.url}/#c=a`);
  await page.reload();
  await expectVisible(page.getByRole("log"), "Answer of To be emptied");
  const clear = page.getByRole("button", { name: "Clear messages" });
  await clear.click();
  await page
    .getByRole("alertdialog")
    .getByText("Are you sure you want to clear all messages?", { exact: true })
    .waitFor();
  await clickDialogButton(page, "Cancel");
  await expectVisible(page.getByRole("log"), "Answer of To be emptied");
  await clear.click();
  await clickDialogButton(page, "Clear");
  await expectVisible(page, "Start a new conversation.");
  await page.reload();
  await expectVisible(page, "Start a new conversation.");
  expect(await conversationNames(page)).toEqual(["To be emptied"]);
  await expectEventually(async () =>
    (await readStoredConversations(page, userId)).conversationHistory.find(({ id }) => id === "a"),
  ).toMatchObject({ name: "To be emptied", messages: [], headId: null });
});

test("during an answer nothing else can be opened, deleted or cleared", async () => {
  const { page, userId, api } = await fixture.openSignedIn();
  await createPrompts(api, { name: "Lesson", content: "Begin." });
  const { models } = fixture.workspace;
  await openWorkspace(page, fixture.url);
  await storeLocalConversations(page, userId, [
    conversationOfDay("a", "Another one", "2025-05-01"),
    conversationOfDay("b", "The open one", "2025-05-02"),
  ]);
  await page.goto(`${fixture.url}/#c=b`);
  await page.reload();
  await expectVisible(page.getByRole("log"), "Answer of The open one");
  models.pauseAfter(2);
  await send(page, "Takes its time");
  await models.whenPaused();
  for (const button of [conversationRow(page, "Another one"), page.getByRole("button", { name: "New chat" })]) {
    expect(await button.getAttribute("aria-disabled")).toBe("true");
    await button.click({ force: true });
  }
  expect(await page.getByRole("button", { name: /^Clear messages/ }).getAttribute("aria-disabled")).toBe("true");
  // A prompt would open another conversation too.
  await openPrompts(page);
  // Its title says why it is disabled.
  const prompt = promptTree(page).locator("[data-tree-row]", { hasText: "Lesson" });
  expect(await prompt.getAttribute("aria-disabled")).toBe("true");
  await prompt.click({ force: true });
  await promptTree(page).getByRole("button", { name: "Actions for Lesson" }).click();
  const menu = page.getByRole("menu");
  expect(await menu.getByRole("menuitem", { name: "Start" }).isDisabled()).toBe(true);
  await page.keyboard.press("Escape");
  expect(new URL(page.url()).hash).toBe("#c=b");
  models.resume();
  await expectEventually(() => answers(page).last().getAttribute("aria-busy")).toBe("false");
  await conversationRow(page, "Another one").click();
  await expectVisible(page.getByRole("log"), "Answer of Another one");
});
