import { getAvailableModels } from "@lectern/contract";
import { expect, test } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { openDialog } from "../../entities/shell/dialogs.ts";
import { alerts, lastAnswer, sendMessage, waitForAnswerEnd, waitForAnswerText } from "../../testing/chatPage.ts";
import { createBranch, createConversation, storeLocalConversations } from "../../testing/conversations.ts";
import { createModel, createModels } from "../../testing/defaultAnswers.ts";
import { reloadApp } from "../../testing/reloadApp.ts";
import { renderApp } from "../../testing/renderApp.tsx";
import { banner, composer, dialogNamed, eventually } from "../../testing/screen.ts";
import { stubChat } from "../../testing/stubChat.ts";
import { stubCloud } from "../../testing/stubCloud.ts";
import { failOp, stubOp } from "../../testing/stubServer.ts";

const selector = () => page.getByRole("combobox", { name: "Model" });
const modelButton = (name: string) => banner().getByRole("button", { name });

const stored = createConversation({
  modelId: "local/scripted-large",
  messages: createBranch(["What is heat?", "Energy that moves."]),
});

function press(locator: Locator, keys: string): Promise<void> {
  const element = locator.element();
  if (element instanceof HTMLElement) element.focus();
  return userEvent.keyboard(keys);
}

test("[A8.34] where the models cannot be loaded, the error has its title, its message, the request id and a working retry", async () => {
  failOp(getAvailableModels, "The catalogue is closed.");
  await renderApp();
  const error = alerts().filter({ hasText: "Failed to Retrieve Models" });
  await expect.element(error.getByRole("heading", { name: "Failed to Retrieve Models" })).toBeVisible();
  const message = "There was a problem retrieving the available models, please contact our support team.";
  await expect.element(error.getByText(message, { exact: true })).toBeVisible();
  await expect.element(error.getByText(/request-of-the-test/)).toBeVisible();
  stubOp(getAvailableModels, createModels());
  await error.getByRole("button", { name: "Try again" }).click();
  await expect.element(selector()).toHaveValue("scripted-large");
  await expect.element(error).not.toBeInTheDocument();
});

test("another model can be chosen in the settings of a chat in the cloud, answers the next question, and is stored with it", async () => {
  const cloud = stubCloud(stored);
  const chat = stubChat();
  await renderApp("#c=stored");
  await expect.element(modelButton("scripted-large")).toBeVisible();
  await page.getByRole("button", { name: "Chat settings" }).click();
  await selector().click();
  await page.getByRole("option", { name: /^scripted-small/ }).click();
  await expect.element(selector()).toHaveValue("scripted-small");
  await userEvent.keyboard("{Escape}");
  await expect.element(selector()).not.toBeInTheDocument();
  await eventually(() => cloud.conversations.get("stored")?.modelId).toBe("local/scripted-small");
  await sendMessage("Second");
  await eventually(() => chat.answers[0]?.request.model).toBe("local/scripted-small");
  chat.answers[0]?.end();
  await reloadApp();
  await expect.element(modelButton("scripted-small")).toBeVisible();
});

test("the model of a conversation is changed at its name in the header, by keyboard alone, but not while an answer is being written", async () => {
  await storeLocalConversations(stored);
  const chat = stubChat();
  await renderApp("#c=stored");
  await expect.element(modelButton("scripted-large")).toBeVisible();
  await press(modelButton("scripted-large"), "{Enter}");
  const search = page.getByRole("combobox", { name: "Search models" });
  await expect.element(search).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(search).not.toBeInTheDocument();
  await expect.element(modelButton("scripted-large")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(search).toHaveFocus();
  await userEvent.keyboard("small");
  await userEvent.keyboard("{Enter}");
  await expect.element(modelButton("scripted-small")).toBeVisible();

  await sendMessage("Third");
  await eventually(() => chat.answers[0]?.request.model).toBe("local/scripted-small");
  chat.answers[0]?.write("One");
  await expect.element(lastAnswer()).toHaveAttribute("aria-busy", "true");
  await expect.element(modelButton("scripted-small")).toHaveAttribute("aria-disabled", "true");
  await press(modelButton("scripted-small"), "{Enter}");
  expect(search.elements()).toHaveLength(0);
  chat.answers[0]?.end();
  await waitForAnswerEnd();
  await expect.element(modelButton("scripted-small")).not.toHaveAttribute("aria-disabled", "true");
});

test("another model can answer a question again, by keyboard alone, without becoming the conversation's model", async () => {
  await storeLocalConversations({ ...stored, modelId: "local/scripted-small" });
  const chat = stubChat((answer) => {
    answer.write("Motion.");
    answer.end();
  });
  await renderApp("#c=stored");
  await expect.element(modelButton("scripted-small")).toBeVisible();
  await press(lastAnswer().getByRole("button", { name: "Try another model" }), "{Enter}");
  const otherModels = page.getByRole("listbox", { name: "Models" });
  await expect.element(otherModels.getByRole("option", { name: "scripted-large" })).toBeVisible();
  await userEvent.keyboard("large");
  await userEvent.keyboard("{Enter}");
  await waitForAnswerText("Motion.");
  await expect.element(lastAnswer()).toHaveAttribute("aria-label", "scripted-large");
  expect(chat.answers.map(({ request }) => request.model)).toEqual(["local/scripted-large"]);
  // The answer that had the focus is gone.
  await expect.element(composer()).toHaveFocus();
  await expect.element(lastAnswer().getByText("2 of 2")).toBeVisible();
  await expect.element(modelButton("scripted-small")).toBeVisible();
});

test("a chat whose model was removed says so and offers another one, which is stored with it", async () => {
  const cloud = stubCloud({ ...stored, modelId: "gone" });
  const chat = stubChat();
  await renderApp("#c=stored");
  const sentence = page.getByText("This model isn’t available to you. Please choose another one.", { exact: true });
  await expect.element(sentence).toBeVisible();
  await expect.element(page.getByText("Until then, scripted-large answers.")).toBeVisible();
  await page.getByRole("button", { name: "Choose a model" }).click();
  await userEvent.keyboard("small");
  await userEvent.keyboard("{Enter}");
  await expect.element(sentence).not.toBeInTheDocument();
  await expect.element(composer()).toHaveFocus();
  await eventually(() => cloud.conversations.get("stored")?.modelId).toBe("local/scripted-small");
  await sendMessage("Second");
  await eventually(() => chat.answers[0]?.request.model).toBe("local/scripted-small");
  chat.answers[0]?.end();
});

test("models are listed by the same families in the settings and in the list of a new chat, and the palette names their families", async () => {
  const names = ["scripted-large", "llama-3", "gpt-5", "o3-mini", "claude-5"];
  const models = names.map((name, index) => createModel({ id: `local/${name}`, name, isDefault: index === 0 }));
  stubOp(getAvailableModels, createModels(models));
  await renderApp();
  await selector().click();
  const listbox = page.getByRole("listbox");
  const families = ["OpenAI", "Claude", "Llama", "Other"];
  const expectFamilies = async (container: Locator) => {
    const groups = families.map((name) => container.getByRole("group", { name, exact: true }));
    for (const group of groups) await expect.element(group).toBeInTheDocument();
    const isInOrder = groups.every((group, index) => {
      const next = groups[index + 1]?.element();
      const position = next ? group.element().compareDocumentPosition(next) : Node.DOCUMENT_POSITION_FOLLOWING;
      return (position & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    });
    expect(isInOrder).toBe(true);
  };
  await expectFamilies(listbox);
  // Without matches in other families, a heading would say nothing.
  await selector().fill("llama");
  await expect.element(listbox.getByRole("option", { name: /^llama-3/ })).toBeVisible();
  await expect.element(listbox.getByText("Llama", { exact: true })).not.toBeInTheDocument();
  await userEvent.keyboard("{Escape}");

  openDialog("settings");
  const settings = dialogNamed("Settings");
  await expectFamilies(settings);
  await userEvent.keyboard("{Escape}");
  await expect.element(settings).not.toBeInTheDocument();
  await userEvent.keyboard("{Control>}k{/Control}");
  const palette = dialogNamed("Command palette");
  await palette.getByRole("combobox").fill("gpt-5");
  await expect.element(palette.getByRole("option", { name: /gpt-5/ }).first()).toMatchTextContent(/OpenAI/);
});
