import {
  type AssistantContentInput,
  createAssistant,
  createGroup,
  defaultDataSourceOptions,
  type GroupLevel,
  listAssistants,
  updateGroupMembers,
} from "@lectern/contract";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  answerStorageQuestion,
  captureChatRequest,
  lastAnswer,
  openNewConversation,
  storageQuestion,
  waitForAnswerEnd,
} from "../../support/chatControls.ts";
import { checkAxe, checkAxeInBothThemes } from "../../support/checkAxe.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { documentViewer } from "../../support/documentViewer.ts";
import { interceptOp, pauseOp } from "../../support/interceptOp.ts";
import {
  ask,
  composer,
  expectEventually,
  expectFocused,
  expectVisible,
  openWorkspace,
  send,
} from "../../support/screen.ts";
import { uploadAndExtract } from "../../support/uploadByApi.ts";

// Site administrators have all features, so that they can create groups. Ann is the one of the fixture.
const fixture = createWorkspaceFixture({ environment: { ADMINS: "ann@example.org" } });
const passage = "The reading room opens at nine and closes at eight.";
/** Short lines, as on a reference card, that fill more than a window before the passage. */
const card = [...Array.from({ length: 60 }, (_, index) => `Shelf ${index + 1}`), passage].join("\n");
const chosen = (page: Page) => page.getByRole("list", { name: "Assistant of this chat" });
const sendMessage = (page: Page) => page.getByRole("button", { name: "Send message" });

const isKeySentenceInView = (viewer: Locator) =>
  viewer.getByRole("region", { name: "Text of hours.txt" }).evaluate((area) => {
    const box = area.querySelector("[data-key-sentence]")?.getBoundingClientRect();
    const areaBox = area.getBoundingClientRect();
    return box !== undefined && box.top >= areaBox.top && box.bottom <= areaBox.bottom;
  });

/** Creates a group of the administrator with a published assistant. */
async function createCourse(
  members: Record<string, GroupLevel>,
  content: Partial<AssistantContentInput> = {},
  types: string[] = [],
) {
  const { api } = fixture.workspace;
  const { id: groupId } = await api.call(createGroup, { group_name: `Course ${crypto.randomUUID()}`, members, types });
  const { assistantId } = await api.call(createAssistant, {
    name: "Library guide",
    groupId,
    isPublished: true,
    ...content,
  });
  return { groupId, assistantId };
}

test("a member of a group finds its assistant with @, asks, opens the cited passage, has it again after a reload, and is told within seconds when that ends, without losing the text", async () => {
  const { page, email } = await fixture.openSignedIn();
  const file = await uploadAndExtract(fixture.workspace.api, fixture.url, {
    name: "hours.txt",
    type: "text/plain",
    content: card,
  });
  const { groupId, assistantId } = await createCourse(
    { [email]: "read" },
    {
      description: "Knows the rules of the library.",
      instructions: "Answer from the rules.",
      disclaimer: "Ask the desk if in doubt.",
      dataSources: [{ id: `s3://${file.id}`, name: "hours.txt", type: "text/plain" }],
      data: {
        icon: "📚",
        starters: ["When does the reading room open?"],
        conversationTags: ["library"],
        dataSourceOptions: { ...defaultDataSourceOptions, insertAttachedDocuments: true },
      },
    },
  );
  await openNewConversation(page, fixture.url, "cloud");

  const offered = page.getByRole("listbox", { name: "Assistants" }).getByRole("option", { name: /Library guide/ });
  await composer(page).pressSequentially("@library gu");
  await offered.waitFor();
  // Several words are a message unless a name has them.
  await composer(page).fill("@the rules of");
  await offered.waitFor({ state: "detached" });
  await composer(page).fill("");
  await composer(page).pressSequentially("@libr");
  await offered.waitFor();
  await composer(page).press("Enter");
  await chosen(page).getByText("Library guide").waitFor();
  expect(await composer(page).inputValue()).toBe("");
  await page.getByRole("heading", { name: "Library guide" }).waitFor();
  await expectVisible(page, "Knows the rules of the library.");
  await checkAxe(page, "a new chat with an assistant");

  const { body } = await captureChatRequest(page, () =>
    send(page, "When does the reading room open? [[answer: The reading room opens at nine [1].]]"),
  );
  expect(body.options).toMatchObject({ assistantId, newConversation: { tags: ["library"] } });
  await waitForAnswerEnd(page);
  await lastAnswer(page)
    .getByRole("heading", { name: /Library guide/ })
    .waitFor();
  await expectVisible(lastAnswer(page), "Ask the desk if in doubt.");
  await lastAnswer(page)
    .getByRole("button", { name: /^Source 1,/ })
    .click();
  const viewer = documentViewer(page, "hours.txt");
  await viewer.getByText("Shelf 1", { exact: false }).first().waitFor();
  expect(await viewer.locator("[data-key-sentence]").allTextContents()).toEqual([passage]);
  await expectEventually(() => isKeySentenceInView(viewer)).toBe(true);
  await expectVisible(viewer, /The document itself belongs to the assistant/);
  await page.keyboard.press("Escape");
  await viewer.waitFor({ state: "detached" });

  await page.reload();
  await chosen(page).getByText("Library guide").waitFor();
  const again = await captureChatRequest(page, () => ask(page, "And when does it close? [[answer: At eight [1].]]"));
  expect(again.body.options).toMatchObject({ assistantId });

  await composer(page).fill("One more thing");
  await fixture.workspace.api.call(updateGroupMembers, { group_id: groupId, update_type: "REMOVE", members: [email] });
  const gone = "The assistant “Library guide” no longer exists, or you no longer have access to it.";
  await page.getByRole("status").filter({ hasText: gone }).waitFor();
  expect(await sendMessage(page).getAttribute("aria-disabled")).toBe("true");
  await composer(page).press("Enter");
  expect(await composer(page).inputValue()).toBe("One more thing");
  await page.getByRole("button", { name: "Continue without the assistant" }).click();
  const last = await captureChatRequest(page, () => composer(page).press("Enter"));
  expect(last.body.options).not.toHaveProperty("assistantId");
  await waitForAnswerEnd(page);
  await expectEventually(() => composer(page).inputValue()).toBe("");
});

test.each(["local", "cloud"] as const)(
  "a %s answer of an assistant that fails before it begins is by the assistant, also when it is tried again",
  async (storage) => {
    const { page, email } = await fixture.openSignedIn();
    const { assistantId } = await createCourse({ [email]: "read" }, { name: "Rule guide" });
    await openNewConversation(page, fixture.url, storage);
    await composer(page).fill("@Rule");
    await page.getByRole("option", { name: /^Rule guide/ }).click();
    await page.route("**/chat", (route) => route.fulfill({ status: 500, json: { success: false, code: "internal" } }));
    await send(page, "When does it open?");
    const tryAgain = lastAnswer(page).getByRole("button", { name: "Try again" });
    await tryAgain.waitFor();
    await lastAnswer(page)
      .getByRole("heading", { name: /Rule guide/ })
      .waitFor();
    await page.unroute("**/chat");
    const again = await captureChatRequest(page, () => tryAgain.click());
    expect(again.body.options).toMatchObject({ assistantId });
    await waitForAnswerEnd(page);
    await lastAnswer(page)
      .getByRole("heading", { name: /Rule guide/ })
      .waitFor();
  },
);

test("[C2.06] [C5.06] [G9.05] an assistant with group types asks for one of them; sending is blocked until then, and a disabled type says why; another assistant asks nothing", async () => {
  const { page, api, email } = await fixture.openSignedIn();
  const { assistantId } = await createCourse(
    { [email]: "read" },
    {
      data: {
        starters: ["When does it open?"],
        groupTypeData: { Law: {}, Art: { isDisabled: true, disabledMessage: "Ask the faculty of art." } },
      },
    },
    ["Law", "Art"],
  );
  await openWorkspace(page, fixture.url, `#assistant=${encodeURIComponent(assistantId)}`);
  const question = page.getByRole("radiogroup", {
    name: "Please select the group you best identify with to start chatting.",
  });
  await question.waitFor();
  // The message field moves down when the assistant's introduction is shown.
  await page.getByRole("heading", { name: "Library guide" }).waitFor();
  await page.getByRole("button", { name: "When does it open?" }).click();
  await expectFocused(question.getByRole("radio", { name: "Law" }));
  expect(await question.getAttribute("aria-invalid")).toBe("true");
  expect(await composer(page).inputValue()).toBe("When does it open?");
  await composer(page).fill("Hello");
  await expectEventually(() => sendMessage(page).getAttribute("aria-disabled")).toBe("true");
  await sendMessage(page).hover();
  await page.getByRole("tooltip", { name: "Please address missing information to enable chat" }).waitFor();
  await composer(page).press("Enter");
  expect(await composer(page).inputValue()).toBe("Hello");
  await expectFocused(question.getByRole("radio", { name: "Law" }));
  await checkAxe(page, "a missing group type");
  await question.getByRole("radio", { name: "Art" }).check();
  await question.getByText("Ask the faculty of art.").waitFor();
  await question.getByRole("radio", { name: "Law" }).check();
  expect(await question.getAttribute("aria-invalid")).toBe(null);
  await expectEventually(() => sendMessage(page).getAttribute("aria-disabled")).toBe(null);
  const { body } = await captureChatRequest(page, () => composer(page).press("Enter"));
  expect(body.options).toMatchObject({ assistantId, groupType: "Law" });
  await waitForAnswerEnd(page);
  await page.reload();
  const chip = page.getByRole("button", { name: "Group: Law", expanded: false });
  await chip.waitFor();
  expect(await question.count()).toBe(0);
  await chip.click();
  await expectEventually(() => question.getByRole("radio", { name: "Law" }).isChecked()).toBe(true);
  expect(await composer(page).inputValue()).toBe("");
  await expectEventually(() => sendMessage(page).getAttribute("aria-disabled")).toBe("true");

  const plain = await api.call(createAssistant, { name: "Plain" });
  await openWorkspace(page, fixture.url, `#assistant=${encodeURIComponent(plain.assistantId)}`);
  await chosen(page).getByText("Plain").waitFor();
  await composer(page).fill("Hello");
  await expectEventually(() => sendMessage(page).getAttribute("aria-disabled")).toBe(null);
  for (const role of ["radio", "radiogroup"] as const) expect(await page.getByRole(role).count()).toBe(0);
  expect(await question.count()).toBe(0);
});

test("a link to an assistant that somebody may not use says so and opens a plain new chat", async () => {
  const { page, email } = await fixture.openSignedIn();
  const { assistantId } = await createCourse({});
  await openWorkspace(page, fixture.url, `#assistant=${encodeURIComponent(assistantId)}`);
  await page
    .getByRole("alert")
    .filter({
      hasText: `You are signed in as ${email}. This assistant doesn’t exist, or you don’t have access to it. Ask the person who sent the link to add this address.`,
    })
    .waitFor();
  expect(new URL(page.url()).hash).toBe("");
  expect(await chosen(page).count()).toBe(0);
});

test("[C1.02] [C2.28c] the button beside the message field opens the assistants, by keyboard too, and 'No assistant' leaves one; group folders in the panel can only be hidden; the assistant of a chat without an answer, and the open tab, are still there after a reload", async () => {
  const { page, email } = await fixture.openSignedIn();
  const { assistantId } = await createCourse(
    { [email]: "read" },
    { name: "A very long name of an assistant of a course" },
  );
  await openNewConversation(page, fixture.url);
  await page.getByRole("combobox", { name: "Model" }).click();
  await page.getByRole("option", { name: /^scripted-small/ }).click();
  const button = page.getByRole("button", { name: "Select Assistants" });
  await button.focus();
  await page.keyboard.press("Enter");
  const search = page.getByRole("combobox", { name: "Search assistants" });
  await search.fill("very long");
  await page.getByRole("option", { name: /^A very long name of an assist… Course/ }).waitFor();
  await page.keyboard.press("Enter");
  await chosen(page).getByText("A very long name of an assist…").waitFor();
  await page.reload();
  await chosen(page).getByText("A very long name of an assist…").waitFor();
  const { body } = await captureChatRequest(page, () => ask(page, "Hi [[answer: Hello.]]"));
  expect(body).toMatchObject({ model: "scripted-small", options: { assistantId, storage: "local" } });
  await waitForAnswerEnd(page);
  await button.click();
  await page.getByRole("option", { name: "No assistant" }).click();
  await chosen(page).waitFor({ state: "detached" });
  const plain = await captureChatRequest(page, () => ask(page, "Again [[answer: Hello.]]"));
  expect(plain.body.model).toBe("scripted-small");
  expect(plain.body.options).not.toHaveProperty("assistantId");
  await waitForAnswerEnd(page);

  await page.getByRole("button", { name: /^Show Prompts/ }).click();
  await page.getByRole("tab", { name: "Assistants" }).click();
  const tree = page.getByRole("treegrid", { name: "Assistants" });
  const folder = tree.locator("[data-tree-row]").filter({ hasText: /^Course / });
  await folder.hover();
  await tree.getByRole("button", { name: /^Actions for Course/ }).click();
  expect(await page.getByRole("menuitem").allTextContents()).toEqual(["Hide"]);
  await page.getByRole("menuitem", { name: "Hide" }).click();
  await folder.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Show hidden folders" }).click();
  await folder.hover();
  await tree.getByRole("button", { name: /^Actions for Course/ }).click();
  await page.getByRole("menuitem", { name: "Unhide" }).click();
  await page.getByRole("button", { name: "Show hidden folders" }).waitFor({ state: "detached" });
  await checkAxe(page, "the list of assistants");
  await page.reload();
  await expectEventually(() => page.getByRole("tab", { name: "Assistants" }).getAttribute("aria-selected")).toBe(
    "true",
  );
  await tree.waitFor();
});

test("[C2.36b] [C4.45] [C8.45] an assistant that a model offers is shown with its fields and created on request", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  const offer = JSON.stringify({ name: "Essay coach!", description: "Helps with essays.", instructions: "Ask first." });
  fixture.workspace.models.pauseAfter(3);
  await send(page, `Make one [[pace: 1]] [[answer: Here:\n\n\`\`\`assistant\n${offer}\n\`\`\`]]`);
  await expectVisible(page, "We are making progress on your assistant");
  expect(await page.getByRole("button", { name: "Create Assistant" }).count()).toBe(0);
  fixture.workspace.models.resume();
  await waitForAnswerEnd(page);
  const card = page.getByRole("region", { name: "Assistant Essay coach" });
  for (const label of ["Description", "Instructions", "Data Sources"]) await expectVisible(card, label);
  await expectVisible(card, "Helps with essays.");
  const failure = Promise.withResolvers<void>();
  const endFailure = await interceptOp(page, createAssistant, async (route) => {
    await failure.promise;
    await route.fulfill({ status: 500, json: { success: false, message: "No.", code: "internal" } });
  });
  await card.getByRole("button", { name: "Create Assistant" }).click();
  await card.getByRole("button", { name: "Creating assistant..." }).waitFor();
  failure.resolve();
  await page.getByRole("alert").filter({ hasText: "Failed to create assistant. Please try again." }).waitFor();
  await endFailure();
  await card.getByRole("button", { name: "Create Assistant" }).click();
  await expectVisible(card, "Assistant created successfully!");
  await card.getByRole("button", { name: "Open" }).click();
  await chosen(page).getByText("Essay coach").waitFor();
});

const offered = (page: Page) => page.getByRole("region", { name: "Assistants for you" });
const waysToStart = (page: Page) => page.getByRole("list", { name: "Ways to start" });

test.each([
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
])(
  "the assistants of a new member's groups appear below the ways to start and move nothing, at $width × $height",
  async (viewport) => {
    const { page, email } = await fixture.openSignedIn({ viewport });
    await createCourse({ [email]: "read" }, { name: "Course tutor" });
    const isAboveField = viewport.width < 640;
    await openWorkspace(page, fixture.url);
    // Beside the question, which they leave where it is.
    const assistants = await pauseOp(page, listAssistants);
    await storageQuestion(page).waitFor();
    await assistants.reached;
    const placeOfQuestion = await storageQuestion(page).boundingBox();
    assistants.release();
    await offered(page).waitFor();
    expect(await storageQuestion(page).boundingBox()).toEqual(placeOfQuestion);
    const box = await offered(page).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
    await answerStorageQuestion(page, "This browser");
    await offered(page).waitFor();
    const list = await pauseOp(page, listAssistants);
    await page.reload();
    await waysToStart(page).waitFor();
    await list.reached;
    const readPlaces = () =>
      Promise.all(
        [composer(page), waysToStart(page), page.getByRole("heading", { name: "Start a new conversation." })].map(
          (element) => element.boundingBox(),
        ),
      );
    const places = await readPlaces();
    list.release();
    await offered(page).waitFor();
    expect(await readPlaces()).toEqual(places);
    const bottomOf = async (element: Locator) => {
      const box = await element.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    };
    const top = (await offered(page).boundingBox())?.y ?? 0;
    const bottom = await bottomOf(offered(page).getByRole("button", { name: /^Course tutor/ }));
    const starters = await waysToStart(page).boundingBox();
    if (isAboveField) expect(bottom).toBeLessThanOrEqual(starters?.y ?? 0);
    else expect(top).toBeGreaterThanOrEqual(await bottomOf(waysToStart(page)));
    expect(bottom).toBeLessThanOrEqual(viewport.height);
  },
);

test("on a phone the offered assistants come in the order of the Tab key, and without any there is no gap above the field", async () => {
  const { page, email } = await fixture.openSignedIn({ viewport: { width: 390, height: 844 } });
  await openWorkspace(page, fixture.url);
  await expectEventually(() => readGap(page)).toBeLessThan(20);
  await answerStorageQuestion(page, "This browser");
  await createCourse({ [email]: "read" }, { name: "Course tutor" });
  await page.reload();
  const tutor = offered(page).getByRole("button", { name: /^Course tutor/ });
  await tutor.focus();
  await page.keyboard.press("Tab");
  await expectFocused(offered(page).getByRole("button", { name: "All assistants" }));
});

/** The pixels between the ways to start and the line with the model. */
async function readGap(page: Page): Promise<number> {
  const starters = await waysToStart(page).boundingBox();
  const line = await page.getByRole("button", { name: "Advanced settings" }).boundingBox();
  return (line?.y ?? Infinity) - (starters?.y ?? 0) - (starters?.height ?? 0);
}

test("the names of offered assistants get the room of the row, and two lines if they need them", async () => {
  const { page, email } = await fixture.openSignedIn({ viewport: { width: 1440, height: 900 } });
  const name = "Tutor for the second law of thermodynamics and the Carnot bound";
  await createCourse({ [email]: "read" }, { name });
  await openWorkspace(page, fixture.url);
  await answerStorageQuestion(page, "This browser");
  const isWhole = async () => {
    const texts = await offered(page).getByText(name, { exact: true }).all();
    const areWhole = await Promise.all(
      texts.map((text) => text.evaluate((e) => e.scrollWidth <= e.clientWidth && e.scrollHeight <= e.clientHeight)),
    );
    return areWhole.every(Boolean);
  };
  await offered(page).getByText(name).waitFor();
  expect(await isWhole()).toBe(true);
  await createCourse({ [email]: "read" }, { name });
  await page.reload();
  await expectEventually(() => offered(page).getByText(name).count()).toBe(2);
  expect(await isWhole()).toBe(true);
});

test("one press on an assistant that a group offers chats with it here, all of them are one press away, and nothing is left when the membership ends", async () => {
  const { page, email } = await fixture.openSignedIn();
  const { groupId } = await createCourse({ [email]: "read" }, { name: "Course tutor", data: { starters: ["Why?"] } });
  await openWorkspace(page, fixture.url);
  await answerStorageQuestion(page, "This browser");
  await offered(page).waitFor();
  await checkAxeInBothThemes(page, "an empty chat with offered assistants");

  await offered(page).getByRole("button", { name: "All assistants" }).click();
  await page.getByRole("tab", { name: "Assistants", selected: true }).waitFor();
  await offered(page)
    .getByRole("button", { name: /^Course tutor/ })
    .click();
  await chosen(page).getByText("Course tutor").waitFor();
  await waysToStart(page).getByRole("button", { name: "Why?" }).waitFor();
  await expectFocused(composer(page));
  expect(await offered(page).count()).toBe(0);

  await chosen(page).getByRole("button", { name: "Continue without Course tutor" }).click();
  await offered(page).waitFor();
  await fixture.workspace.api.call(updateGroupMembers, { group_id: groupId, update_type: "REMOVE", members: [email] });
  await offered(page).waitFor({ state: "detached" });
  await waysToStart(page).getByRole("button", { name: "Make a plan" }).waitFor();
});
