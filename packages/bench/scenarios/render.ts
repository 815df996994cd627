import { tokensOf } from "../../server/src/testing/modelServer/behaviour.ts";
import { showcase } from "../../server/src/testing/modelServer/showcase.ts";
import type { Figure } from "../report.ts";
import { type MeasuredPage, readMainThread, takeLongestTask, watchLongTasks } from "../support/measuredBrowser.ts";
import type { Scenario } from "../support/scenario.ts";
import { type ChatScreen, sendMessage, startChatScreen, untilAnswered } from "../support/startChatScreen.ts";

/** The long answer is about 4,000 of a model's tokens: at 100 a second it takes so long. */
const pacedMs = 40_000;
/** The floor is as busy in the first part of the answer as in the others. */
const plainShare = 0.4;
const slowdown = 4;
const quietMs = 1_000;

interface Drawing {
  /** Share of the time in which the main thread worked, 0 to 1. */
  busy: number;
  /** The same of the CPU time that it has had. */
  cpu: number;
  longestTaskMs: number;
  /** From the reply's first byte until the text stands, in ms. */
  settledMs: number;
  /** The same until nothing changes any more, the colours of code included. */
  finishedMs: number;
}

/** The long answer as it is drawn, beside the same text in one plain element. */
export const render: Scenario = async (resources, progress) => {
  const screen = await startChatScreen(resources);
  const paceMs = Math.round(pacedMs / tokensOf(showcase()).length);
  progress(`the long answer, paced`);
  const paced = await drawPaced(screen, paceMs, 1);
  progress(`the same with the CPU slowed ${slowdown} times`);
  const slowed = await drawPaced(screen, paceMs, slowdown);
  progress("plain text, paced");
  const plainPaced = await drawPlain(screen, paceMs);
  progress("all at once");
  const plainAtOnce = await drawPlain(screen, 0);
  const atOnce = await drawAtOnce(screen, 1);
  const atOnceSlowed = await drawAtOnce(screen, slowdown);

  const slow = `CPU slowed ${slowdown} ×`;
  const share = (name: string, variant: string, ours: number, floor: number | null): Figure => ({
    name,
    variant,
    unit: "%",
    ours: ours * 100,
    floor: floor === null ? null : floor * 100,
  });
  const longest = (variant: string, ours: number, floor: number | null, atMost: number): Figure => ({
    name: "longest task (0: none of 50 ms)",
    variant,
    unit: "ms",
    ours,
    floor,
    aim: { atMost },
  });
  const times = (variant: string, name: string, ours: number, floor: number | null): Figure => ({
    name,
    variant,
    unit: "ms",
    ours,
    floor,
  });
  const text = "text in its place after the first byte";
  const all = "nothing changes any more";
  return {
    scenario: "render",
    floor: "the same text appended to one plain element, once a frame",
    figures: [
      { ...share("main thread busy", "100 tokens/s", paced.busy, plainPaced.busy), aim: { atMost: 25 } },
      share("main thread's CPU", "100 tokens/s", paced.cpu, plainPaced.cpu),
      share("main thread busy", `100 tokens/s, ${slow}`, slowed.busy, null),
      longest("100 tokens/s", paced.longestTaskMs, plainPaced.longestTaskMs, 50),
      longest(`100 tokens/s, ${slow}`, slowed.longestTaskMs, null, 200),
      longest("at once, first of the page", atOnce.first.longestTaskMs, plainAtOnce.longestTaskMs, 50),
      longest("at once, second", atOnce.second.longestTaskMs, plainAtOnce.longestTaskMs, 50),
      longest(`at once, second, ${slow}`, atOnceSlowed.second.longestTaskMs, null, 200),
      times("at once, first of the page", text, atOnce.first.settledMs, plainAtOnce.settledMs),
      { ...times("at once, second", text, atOnce.second.settledMs, plainAtOnce.settledMs), aim: { atMost: 300 } },
      times(`at once, second, ${slow}`, text, atOnceSlowed.second.settledMs, null),
      times("at once, first of the page", all, atOnce.first.finishedMs, plainAtOnce.settledMs),
      times("at once, second", all, atOnce.second.finishedMs, plainAtOnce.settledMs),
      times(`at once, second, ${slow}`, all, atOnceSlowed.second.finishedMs, null),
    ],
    notes: [
      `The answer is ${showcase().length.toLocaleString("en")} characters, about 4,000 tokens of a model; ${paceMs} ms between two of its words.`,
      "Busy is Chromium's TaskDuration from the reply's first byte to its end, in which a task also waits for a busy machine; CPU is its ThreadTime, in which it does not. The first answer of a page also loads the grammars of ten languages and the formulas.",
    ],
  };
};

interface MainThread {
  taskMs: number;
  cpuMs: number;
}

function shares(start: MainThread, end: MainThread, elapsedMs: number): { busy: number; cpu: number } {
  return { busy: (end.taskMs - start.taskMs) / elapsedMs, cpu: (end.cpuMs - start.cpuMs) / elapsedMs };
}

async function drawPaced(screen: ChatScreen, paceMs: number, slowedBy: number): Promise<Drawing> {
  const measured = await screen.open();
  try {
    await watchAnswer(measured);
    await slowDown(measured, slowedBy);
    return await draw(measured, paceMs);
  } finally {
    await measured.close();
  }
}

async function drawAtOnce(screen: ChatScreen, slowedBy: number): Promise<{ first: Drawing; second: Drawing }> {
  const measured = await screen.open();
  try {
    await watchAnswer(measured);
    await slowDown(measured, slowedBy);
    return { first: await draw(measured, 0), second: await draw(measured, 0) };
  } finally {
    await measured.close();
  }
}

async function draw({ page, session }: MeasuredPage, paceMs: number): Promise<Drawing> {
  await page.evaluate(() => Object.assign(window, { answeredAt: null }));
  await takeLongestTask(page);
  await sendMessage(page, `Show it [[showcase]] [[pace: ${paceMs}]]`);
  await page.waitForFunction(() => Reflect.get(window, "answeredAt") !== null);
  const [start, startedAt] = [await readMainThread(session), performance.now()];
  await untilAnswered(page);
  const [end, endedAt] = [await readMainThread(session), performance.now()];
  await page.waitForFunction((quiet) => performance.now() - Number(Reflect.get(window, "changedAt")) > quiet, quietMs, {
    polling: 200,
    timeout: 60_000,
  });
  const { settledMs, finishedMs } = await page.evaluate(() => {
    const at = (name: string) => Number(Reflect.get(window, name));
    return { settledMs: at("settledAt") - at("answeredAt"), finishedMs: at("changedAt") - at("answeredAt") };
  });
  const longestTaskMs = await takeLongestTask(page);
  return { ...shares(start, end, endedAt - startedAt), longestTaskMs, settledMs, finishedMs };
}

/** Notes when the reply began, when the answer was no longer busy, and when the conversation last changed. */
async function watchAnswer({ page }: MeasuredPage): Promise<void> {
  await watchLongTasks(page);
  await page.evaluate(() => {
    const given = window.fetch;
    window.fetch = async (...request) => {
      const response = await given(...request);
      if (String(request[0]).endsWith("/chat")) Object.assign(window, { answeredAt: performance.now() });
      return response;
    };
    const observer = new MutationObserver((records) => {
      const isInLog = (node: Node) => (node instanceof Element ? node : node.parentElement)?.closest("[role=log]");
      if (!records.some(({ target }) => isInLog(target))) return;
      Object.assign(window, { changedAt: performance.now() });
      const hasEnded = records.some(
        ({ target, attributeName }) =>
          attributeName === "aria-busy" && target instanceof Element && target.getAttribute("aria-busy") === "false",
      );
      if (hasEnded) Object.assign(window, { settledAt: performance.now() });
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  });
}

async function slowDown({ session }: MeasuredPage, rate: number): Promise<void> {
  await session.send("Emulation.setCPUThrottlingRate", { rate });
}

async function drawPlain(screen: ChatScreen, paceMs: number): Promise<Drawing> {
  const { page, session, close } = await screen.openPlain();
  try {
    await watchLongTasks(page);
    const [start, startedAt] = [await readMainThread(session), performance.now()];
    await page.evaluate(`ask(${paceMs}, ${paceMs > 0 ? plainShare : 1})`);
    const [end, endedAt] = [await readMainThread(session), performance.now()];
    const longestTaskMs = await takeLongestTask(page);
    const settledMs = await page.evaluate(
      () => Number(Reflect.get(window, "settledAt")) - Number(Reflect.get(window, "answeredAt")),
    );
    return { ...shares(start, end, endedAt - startedAt), longestTaskMs, settledMs, finishedMs: settledMs };
  } finally {
    await close();
  }
}
