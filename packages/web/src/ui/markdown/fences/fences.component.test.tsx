import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { lastAnswer } from "../../../testing/chatPage.ts";
import { createBranch, createConversation, storeLocalConversations } from "../../../testing/conversations.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { eventually } from "../../../testing/screen.ts";

const fence = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``;

/** Opens a conversation whose answer is this Markdown. */
async function showAnswer(...blocks: readonly string[]): Promise<void> {
  const messages = createBranch(["Show me", blocks.join("\n\n")]);
  await storeLocalConversations(createConversation({ messages }));
  await renderApp("#c=stored");
}

const codeBlocks = (name: string | RegExp = /^Code/) => lastAnswer().getByRole("group", { name });

test("[C5.41] a toggle block is titled Source, an apiResult block Result, both initially collapsed", async () => {
  await showAnswer(fence("toggle", "some **words**"), fence("apiResult", '{"a": 1}'));
  for (const [title, text] of [
    ["Source", "some **words**"],
    ["Result", '{"a": 1}'],
  ] as const) {
    const opener = lastAnswer().getByRole("button", { name: title, exact: true });
    await expect.element(opener).toHaveAttribute("aria-expanded", "false");
    await expect.element(lastAnswer().getByText(text)).not.toBeInTheDocument();
    await opener.click();
    await eventually(() =>
      codeBlocks()
        .elements()
        .map(({ textContent }) => textContent),
    ).toContain(text);
  }
});

test("[C5.41] JSON opens in its sandbox view unless it does not parse", async () => {
  await showAnswer(fence("json", '{"lake": {"depth": 230}}'), fence("json", '{"lake": '));
  const views = lastAnswer().getByRole("button", { name: "Sandbox view" });
  await eventually(() => views.elements().map((button) => button.getAttribute("aria-disabled"))).toEqual([
    "false",
    "true",
  ]);
  await expect.element(lastAnswer().getByText("Not valid JSON")).toBeInTheDocument();
  await views.last().click({ force: true });
  const tree = lastAnswer().getByRole("region", { name: "Sandbox view" });
  await expect.element(tree).not.toBeInTheDocument();
  await views.first().click();
  await tree.getByText("lake: object, 1 entry").click();
  await expect.element(tree.getByText("depth: ")).toBeVisible();
  views.first().element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(codeBlocks("Code, JSON").first()).toBeVisible();
  await expect.element(tree).not.toBeInTheDocument();
});
