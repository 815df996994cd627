import { appendMessages, createConversation, limits, shareItems } from "@lectern/contract";
import type { Page } from "playwright-core";
import { type ApiClient, createApiClient } from "../../e2e/support/content/createApiClient.ts";
import { signInByHttp } from "../../e2e/support/content/signInByHttp.ts";
import { buildLongMessages } from "../support/longMessages.ts";
import { median } from "../support/percentile.ts";
import type { Scenario } from "../support/scenario.ts";
import { type ChatSetup, startChatSetup } from "../support/startChatSetup.ts";

const conversationCount = 200;
const messagesEach = 20;
const rounds = 5;

/** Measures how long it takes to share many chats with many people, and to open the preview of what was received. */
export const sharing: Scenario = async (resources, progress) => {
  const setup = await startChatSetup(resources);
  const sender = await signInByHttp(setup.url, "sender@example.org");
  const api = createApiClient(setup.url, sender.accessToken);
  progress(`${conversationCount} chats of ${messagesEach} messages`);
  const conversationIds = await createConversations(api);
  progress(`sharing with ${limits.recipientsPerShare} people`);
  const recipients = Array.from({ length: limits.recipientsPerShare - 1 }, (_, index) => `reader${index}@example.org`);
  const shareMs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now();
    await api.call(shareItems, {
      note: `Round ${round}`,
      sharedWith: ["measured@example.org", ...recipients],
      sharedData: { conversationIds },
    });
    shareMs.push(performance.now() - startedAt);
  }
  progress("the preview");
  const [firstMs = 0, ...laterMs] = await measurePreviews(setup);
  const variant = `${conversationCount} chats of ${messagesEach} messages`;
  return {
    scenario: "sharing",
    floor: "none",
    figures: [
      {
        name: `sharing with ${limits.recipientsPerShare} people, p50`,
        ...{ variant, unit: "ms", ours: median(shareMs), floor: null },
      },
      {
        name: "the preview opens, first time",
        variant,
        unit: "ms",
        ours: firstMs,
        floor: null,
        aim: { atMost: 1_000 },
      },
      {
        name: "the preview opens, p50 of the later times",
        ...{ variant, unit: "ms", ours: median(laterMs), floor: null, aim: { atMost: 1_000 } },
      },
    ],
    notes: [
      "Sharing is one request, on PGlite. The preview is measured in Chromium, from the click on what was received until it says what is inside.",
    ],
  };
};

async function createConversations(api: ApiClient): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 0; number < conversationCount; number++) {
    const id = `shared-${number}`;
    const messages = buildLongMessages(messagesEach).map((message) => ({
      ...message,
      id: `${id}-${message.id}`,
      parentId: message.parentId === null ? null : `${id}-${message.parentId}`,
    }));
    await api.call(createConversation, { conversation: { id, name: `Chat ${number}` } });
    await api.call(appendMessages, { conversationId: id, messages, headId: messages.at(-1)?.id ?? null });
    ids.push(id);
  }
  return ids;
}

/** Opens each thing that was received once. The first time also loads the code of the dialog. */
async function measurePreviews(setup: ChatSetup): Promise<number[]> {
  const { page, close } = await setup.open();
  try {
    await page.getByRole("tab", { name: /^Share/ }).click();
    const durations: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const row = page.getByRole("button", { name: new RegExp(`Round ${round}`) }).first();
      await row.waitFor();
      durations.push(await measurePreview(page, () => row.click()));
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
    return durations;
  } finally {
    await close();
  }
}

/** Returns the time from the click until the dialog says how many chats there are, and two frames have passed. */
async function measurePreview(page: Page, click: () => Promise<void>): Promise<number> {
  const shown = page.evaluate(async (text) => {
    const waitForFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    let startedAt: number | undefined;
    addEventListener("click", ({ timeStamp }) => (startedAt ??= timeStamp), { capture: true, once: true });
    const isShown = () => document.querySelector("[role=dialog]")?.textContent?.includes(text) ?? false;
    while (startedAt === undefined || !isShown()) await waitForFrame();
    await waitForFrame();
    return performance.now() - startedAt;
  }, `${conversationCount} chats.`);
  await click();
  return shown;
}
