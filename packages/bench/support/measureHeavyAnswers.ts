import { appendMessages, createConversation } from "@lectern/contract";
import type { Page } from "playwright-core";
import { heavyAnswers } from "../../web/src/ui/markdown/testing/heavyAnswers.ts";
import type { Figure } from "../report.ts";
import { readLongestTask, watchLongTasks } from "./measuredBrowser.ts";
import type { ChatSetup } from "./startChatSetup.ts";

const quietMs = 1_000;
const maxTaskMs = 200;

/** Opens stored conversations with one heavy answer each, shows its rest, and measures the longest task. */
export async function measureHeavyAnswers(setup: ChatSetup): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [index, { name, source }] of heavyAnswers.entries()) {
    const id = `heavy-${index}`;
    await setup.api.call(createConversation, { conversation: { id, name } });
    const message = { id: `${id}-answer`, parentId: null, role: "assistant" as const, content: source };
    await setup.api.call(appendMessages, { conversationId: id, messages: [message], headId: message.id });
    const { page, close } = await setup.open();
    try {
      await watchLongTasks(page);
      await page.evaluate((fragment) => location.assign(fragment), `#c=${id}`);
      await waitUntilQuiet(page);
      const rest = page.getByRole("button", { name: /^Show the rest/ });
      if ((await rest.count()) > 0) {
        await rest.click();
        await waitUntilQuiet(page);
      }
      figures.push({
        name: "longest task (0: none of 50 ms)",
        variant: `opening ${name}, and its rest`,
        unit: "ms",
        ours: await readLongestTask(page),
        floor: null,
        aim: { atMost: maxTaskMs },
      });
    } finally {
      await close();
    }
  }
  return figures;
}

/** Waits until the conversation has not changed for a second. */
async function waitUntilQuiet(page: Page): Promise<void> {
  await page.getByRole("article").first().waitFor();
  await page.evaluate(
    (quiet) =>
      new Promise<void>((resolve) => {
        let timer = setTimeout(resolve, quiet);
        new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(resolve, quiet);
        }).observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
    quietMs,
  );
}
