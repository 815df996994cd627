import type { Figure } from "../report.ts";
import { readLongestTask, readMainThread, watchLongTasks } from "./measuredBrowser.ts";
import { type ChatSetup, sendMessage, waitUntilAnswered } from "./startChatSetup.ts";

const conversationCount = 8;

/**
 * Measures one page in which eight conversations are answered at once with the long answer, one of them on the screen,
 * from when all are being answered until all are complete. `paceMs`: time between two words of each answer.
 */
export async function measureEightAnswers(setup: ChatSetup, paceMs: number): Promise<Figure[]> {
  const { page, session, close } = await setup.open();
  try {
    const running = page.locator("nav [data-activity=running]");
    for (let index = 0; index < conversationCount; index += 1) {
      if (index > 0) {
        await page.getByRole("button", { name: "New chat" }).click();
        await page.getByText("Start a new conversation.").waitFor();
      }
      await sendMessage(page, `Show it [[showcase]] [[pace: ${paceMs}]]`);
      await running.nth(index).waitFor();
    }
    await watchLongTasks(page);
    const [start, startedAt] = [await readMainThread(session), performance.now()];
    await waitUntilAnswered(page);
    await running.first().waitFor({ state: "detached", timeout: 120_000 });
    const [end, endedAt] = [await readMainThread(session), performance.now()];
    const longestTaskMs = await readLongestTask(page);
    const variant = `${conversationCount} conversations at 100 tokens/s each`;
    const toShare = (ms: number) => (ms / (endedAt - startedAt)) * 100;
    const shareFigure = { variant, unit: "%", floor: null } as const;
    return [
      {
        ...shareFigure,
        name: "main thread busy",
        ours: toShare(end.taskMs - start.taskMs),
        aim: { atMost: 25 },
      },
      { ...shareFigure, name: "main thread's CPU", ours: toShare(end.cpuMs - start.cpuMs) },
      {
        name: "longest task (0: none of 50 ms)",
        variant,
        unit: "ms",
        ours: longestTaskMs,
        floor: null,
        aim: { atMost: 50 },
      },
    ];
  } finally {
    await close();
  }
}
