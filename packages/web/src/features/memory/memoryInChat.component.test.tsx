import {
  dismissFacts,
  editMemory,
  extractFacts,
  listPendingFacts,
  type PendingFact,
  saveMemory,
} from "@lectern/contract";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { alerts, alertWithText, lastAnswer, questions, sendMessage } from "../../testing/chatPage.ts";
import {
  createBranch,
  createConversation,
  storeLocalConversations,
  stubCloudConversations,
} from "../../testing/conversations.ts";
import { renderApp } from "../../testing/renderApp.tsx";
import { composer, eventually } from "../../testing/screen.ts";
import { stubAnswers, stubChat } from "../../testing/stubChat.ts";
import { createMemory, createProject, stubMemory } from "../../testing/stubMemory.ts";
import {
  emitBrowserEvent,
  Failure,
  failOp,
  getPerson,
  interceptOp,
  listInputs,
  stubOp,
} from "../../testing/stubServer.ts";
import { stubSettings } from "../../testing/stubSettings.ts";

const facts = () => page.getByRole("group", { name: "Detected facts" });
const factRow = (content: string) => facts().getByRole("row").filter({ hasText: content });
const cloudChat = () =>
  createConversation({ id: "cloud", isLocal: false, messages: createBranch(["I teach law.", "Good."]) });

const createFact = (fields: Partial<PendingFact> = {}): PendingFact => ({
  ...{ id: "f1", content: "Teaches history.", replaces: null, conversation_id: "cloud", message_id: "m-0" },
  ...{ project_id: null, assistant_id: null, timestamp: "2026-11-30T12:00:00.000Z" },
  ...fields,
});

async function openCloudChat(stored: Parameters<typeof stubMemory>[0]) {
  const memory = stubMemory(stored);
  stubCloudConversations(cloudChat());
  await renderApp("#c=cloud");
  return memory;
}

async function findFactsByHand(): Promise<void> {
  await storeLocalConversations(createConversation({ messages: createBranch(["I teach law.", "Good."]) }));
  await renderApp("#c=stored");
  await questions().first().hover();
  await questions().first().getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Find facts in this message" }).click();
}

test("[C2.28d C3.17 C5.38] the facts of a chat are counted above the message field, in a table that can be hidden; each is saved for a type and a project", async () => {
  const memory = await openCloudChat({
    facts: [createFact(), createFact({ id: "f2", content: "Writes about whales." })],
    projects: [createProject()],
  });
  await expect.element(facts().getByText("2 facts detected", { exact: true })).toBeVisible();
  await facts().getByRole("button", { name: "Show facts" }).click();
  const headers = facts().getByRole("columnheader").elements();
  expect(headers.map((each) => each.textContent)).toEqual(["Fact", "Fact Type", "Project", "Actions"]);
  await factRow("Teaches history.").getByRole("button", { name: "Save to memory", exact: true }).click();
  await expect.element(facts().getByText("1 fact detected", { exact: true })).toBeVisible();
  const row = factRow("Writes about whales.");
  await row.getByRole("combobox", { name: "Fact Type" }).selectOptions("Project");
  await expect
    .element(row.getByRole("button", { name: "Save to memory", exact: true }))
    .toHaveAttribute("aria-disabled", "true");
  await row.getByRole("button", { name: "Save to memory", exact: true }).click({ force: true });
  await expect.element(row.getByText("Choose a project first.")).toBeVisible();
  await row.getByRole("combobox", { name: "Project", exact: true }).selectOptions("Thesis");
  await row.getByRole("button", { name: "Save to memory", exact: true }).click();
  await expect.element(facts()).not.toBeInTheDocument();
  const { email } = getPerson();
  expect(listInputs(saveMemory)).toEqual([
    { MemoryItem: "Teaches history.", MemoryType: "user", MemoryTypeID: email, fact_id: "f1" },
    { MemoryItem: "Writes about whales.", MemoryType: "project", MemoryTypeID: "p1", fact_id: "f2" },
  ]);
  expect(memory.facts).toEqual([]);
});

test("[C3.17 C9.18b] a fact of a chat with an assistant is saved for the assistant, the person or a project", async () => {
  await openCloudChat({ facts: [createFact({ assistant_id: "a1" })], projects: [createProject()] });
  await facts().getByRole("button", { name: "Show facts" }).click();
  const type = factRow("Teaches history.").getByRole("combobox", { name: "Fact Type" });
  const names = type
    .getByRole("option")
    .elements()
    .map((option) => option.textContent);
  expect(names).toEqual(["Assistant", "User", "Project"]);
  await type.selectOptions("Assistant");
  await factRow("Teaches history.").getByRole("button", { name: "Save to memory", exact: true }).click();
  await expect.element(facts()).not.toBeInTheDocument();
  expect(listInputs(saveMemory)).toEqual([
    { MemoryItem: "Teaches history.", MemoryType: "assistant", MemoryTypeID: "a1", fact_id: "f1" },
  ]);
});

test("after a fact is saved or dismissed, the focus is on the same button of the next one, and at the end in the message field", async () => {
  await openCloudChat({ facts: ["A.", "B.", "C."].map((content) => createFact({ id: content, content })) });
  await facts().getByRole("button", { name: "Show facts" }).click();
  await factRow("A.").getByRole("button", { name: "Save to memory", exact: true }).click();
  await expect.element(factRow("A.")).not.toBeInTheDocument();
  await expect.element(factRow("B.").getByRole("button", { name: "Save to memory", exact: true })).toHaveFocus();
  await factRow("C.").getByRole("button", { name: "Dismiss this fact" }).click();
  await expect.element(factRow("B.").getByRole("button", { name: "Dismiss this fact" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(facts()).not.toBeInTheDocument();
  await expect.element(composer()).toHaveFocus();
});

test("facts that are found while the page reads them for the first time are shown", async () => {
  const memory = stubMemory({});
  stubCloudConversations(cloudChat());
  const release = Promise.withResolvers<void>();
  let isFirst = true;
  interceptOp(listPendingFacts, async (_, answer) => {
    const found = [...(await answer()).facts];
    if (isFirst) {
      isFirst = false;
      await release.promise;
    }
    return { facts: found };
  });
  await renderApp("#c=cloud");
  await eventually(() => listInputs(listPendingFacts)).toHaveLength(1);
  memory.facts.push(createFact());
  await expect
    .poll(() => {
      emitBrowserEvent({ type: "memories", conversationId: "cloud" });
      return listInputs(listPendingFacts).length;
    })
    .toBeGreaterThan(1);
  release.resolve();
  await expect.element(facts().getByText("1 fact detected", { exact: true })).toBeVisible();
});

test("[C2.28d] the facts are hidden again, and appear when the browser is told of them", async () => {
  const memory = await openCloudChat({});
  await expect.element(composer()).toBeVisible();
  memory.facts.push(createFact());
  // Until the page listens.
  await expect
    .poll(() => {
      emitBrowserEvent({ type: "memories", conversationId: "cloud" });
      return facts().elements().length;
    })
    .toBe(1);
  await facts().getByRole("button", { name: "Show facts" }).click();
  await facts().getByRole("button", { name: "Hide facts", exact: true }).click();
  await expect.element(facts().getByRole("table")).not.toBeInTheDocument();
  await expect.element(facts().getByText("1 fact detected", { exact: true })).toBeVisible();
});

test("a fact that contradicts a memory replaces it, unless the person wants both", async () => {
  const replaces = { id: "m1", content: "Teaches law.", memory_type: "user", memory_type_id: "a@b.c" } as const;
  await openCloudChat({ facts: [createFact({ replaces }), createFact({ id: "f2", content: "Likes tea.", replaces })] });
  await facts().getByRole("button", { name: "Show facts" }).click();
  const row = factRow("Teaches history.");
  await expect.element(row.getByRole("checkbox", { name: "Replaces “Teaches law.”" })).toBeChecked();
  await row.getByRole("button", { name: "Save to memory", exact: true }).click();
  await factRow("Likes tea.").getByRole("checkbox").click();
  await factRow("Likes tea.").getByRole("button", { name: "Save to memory", exact: true }).click();
  await expect.poll(() => listInputs(saveMemory).map(({ replaces: id }) => id)).toEqual(["m1", undefined]);
});

test("[C4.38 C8.41] a fact is idle, then being saved, and gone once it is saved; a failure leaves it; dismissing one only removes it", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  stubMemory();
  const extracted = ["Teaches law.", "Likes tea."].map((content) => ({ content, replaces: null }));
  stubOp(extractFacts, { facts: extracted.map(({ content }) => content), extracted });
  await findFactsByHand();
  await facts().getByRole("button", { name: "Show facts" }).click();
  expect(listInputs(extractFacts)).toEqual([{ user_input: "I teach law." }]);
  await factRow("Likes tea.").getByRole("button", { name: "Dismiss this fact" }).click();
  await expect.element(factRow("Likes tea.")).not.toBeInTheDocument();
  expect(listInputs(dismissFacts)).toEqual([]);
  failOp(saveMemory, "The database isn’t responding.");
  const saveButton = factRow("Teaches law.").getByRole("button", { name: "Save to memory", exact: true });
  await saveButton.click();
  await expect.element(alertWithText("Failed to save memory item")).toBeVisible();
  await expect.element(saveButton).toBeEnabled();
  const saving = Promise.withResolvers<void>();
  stubOp(saveMemory, async () => {
    await saving.promise;
    return { memory: createMemory() };
  });
  await saveButton.click();
  await expect.element(saveButton).toHaveAttribute("data-loading", "true");
  saving.resolve();
  await expect.element(facts()).not.toBeInTheDocument();
  expect(logged).toHaveBeenCalled();
});

test("a dismissed fact of a cloud chat is gone at once, and for good", async () => {
  const memory = await openCloudChat({ facts: [createFact()] });
  await facts().getByRole("button", { name: "Show facts" }).click();
  await facts().getByRole("button", { name: "Dismiss this fact" }).click();
  await expect.element(facts()).not.toBeInTheDocument();
  await expect.poll(() => memory.facts).toEqual([]);
});

test("a fact that could not be dismissed comes back, which is said, and is dismissed again", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const memory = await openCloudChat({ facts: [createFact()] });
  const endFailure = interceptOp(dismissFacts, () => {
    throw new Failure("The database isn’t responding.");
  });
  await facts().getByRole("button", { name: "Show facts" }).click();
  await facts().getByRole("button", { name: "Dismiss this fact" }).click();
  const problem = facts().getByText("The fact wasn’t dismissed. Try again.");
  await expect.element(problem).toBeVisible();
  await expect.element(factRow(createFact().content)).toBeVisible();
  expect(alerts().elements()).toEqual([]);
  endFailure();
  await facts().getByRole("button", { name: "Dismiss this fact" }).click();
  await expect.element(facts()).not.toBeInTheDocument();
  await expect.poll(() => memory.facts).toEqual([]);
});

test("[C8.41] in a local chat nothing is searched by itself; a failed search is logged, without an alert", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  stubMemory();
  failOp(extractFacts, "The model’s server reported an error.");
  await findFactsByHand();
  await expect.element(facts().getByText("The search for facts failed.")).toBeVisible();
  expect(logged).toHaveBeenCalledWith("The search for facts failed.", expect.stringContaining("/memory/extract-facts"));
  expect(alerts().elements()).toEqual([]);
  await facts().getByRole("button", { name: "Dismiss" }).click();
  await expect.element(facts()).not.toBeInTheDocument();
});

test("[C2.28d] a chat sends that memory is used, with its project, unless the person turns it off for this chat or for all", async () => {
  stubMemory({ projects: [createProject()] });
  const chats = stubAnswers("Fine.");
  await storeLocalConversations(createConversation({ messages: createBranch(["Hello", "Hi."]) }));
  await renderApp("#c=stored");
  await page.getByRole("button", { name: "Project Memory", exact: true }).click();
  await page.getByRole("listbox", { name: "Project Memory" }).getByRole("option", { name: "Thesis" }).click();
  await expect.element(page.getByRole("list", { name: "Project Memory" }).getByText("Thesis")).toBeVisible();
  await sendMessage("One");
  await page.getByRole("button", { name: "Chat settings" }).click();
  await page.getByRole("switch", { name: "Use memory in this chat" }).click();
  await expect.element(page.getByRole("button", { name: "Project Memory", exact: true })).not.toBeInTheDocument();
  await sendMessage("Two");
  await expect.poll(() => chats.answers.length).toBe(2);
  const options = chats.answers.map(({ request }) => request.options);
  expect(options.map((each) => [each?.useMemory, each?.projectId])).toEqual([
    [true, "p1"],
    [undefined, undefined],
  ]);
});

test("without the person's option nothing of memory is shown or sent", async () => {
  stubMemory({ projects: [createProject()] });
  stubSettings(null);
  const chats = stubAnswers("Fine.");
  await renderApp();
  await sendMessage("One");
  await expect.poll(() => chats.answers.length).toBe(1);
  expect(chats.answers[0]?.request.options?.useMemory).toBeUndefined();
  expect(page.getByRole("button", { name: "Project Memory", exact: true }).elements()).toEqual([]);
});

test("an answer names the memories that it had, which are edited and deleted there; one that is gone is counted", async () => {
  stubMemory({ memories: [createMemory(), createMemory({ id: "m2", content: "Likes tea." })] });
  stubChat((answer) => {
    const memories = ["m1", "m2", "m3"].map((id) => ({ id, type: "user" }));
    answer.send({ s: "meta", state: { memories } });
    answer.write("Fine.");
    answer.end();
  });
  await renderApp();
  await sendMessage("Hello");
  await lastAnswer().getByRole("button", { name: "3 memories" }).click();
  const list = lastAnswer().getByRole("region", { name: "Memories of this answer" });
  const item = (content: string) => list.getByRole("listitem").filter({ hasText: content });
  await expect.element(list.getByText("1 memory no longer exists.")).toBeVisible();
  await item("Teaches law.").getByRole("button", { name: "Edit" }).click();
  await list.getByRole("textbox", { name: "Memory" }).fill("Teaches history.");
  await list.getByRole("button", { name: "Save" }).click();
  await expect.element(item("Teaches history.").getByRole("button", { name: "Edit" })).toBeVisible();
  expect(listInputs(editMemory)).toEqual([{ memory_id: "m1", content: "Teaches history." }]);
  await item("Likes tea.").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog", { name: "Delete memory" }).getByRole("button", { name: "Delete" }).click();
  await expect.element(item("Likes tea.")).not.toBeInTheDocument();
  await expect.element(list.getByText("2 memories no longer exist.")).toBeVisible();
});
