import { tokensOf } from "../../server/src/testing/modelServer/behaviour.ts";
import { createShowcase } from "../../server/src/testing/modelServer/createShowcase.ts";
import type { Figure } from "../report.ts";
import { type MeasuredPage, readLongestTask, readMainThread, watchLongTasks } from "../support/measuredBrowser.ts";
import { measureEightAnswers } from "../support/measureEightAnswers.ts";
import { measureHeavyAnswers } from "../support/measureHeavyAnswers.ts";
import type { Scenario } from "../support/scenario.ts";
import { type ChatSetup, sendMessage, startChatSetup, waitUntilAnswered } from "../support/startChatSetup.ts";

/** The long answer has about 4,000 tokens, so at 100 tokens per second it takes this long. */
const pacedDurationMs = 40_000;
/** The share of the answer that the plain page gets when paced: it is equally busy throughout the answer. */
const plainAnswerShare = 0.4;
const slowdown = 4;
const quietMs = 1_000;

interface Rendering {
  /** Time in which the main thread was busy, as a share of the elapsed time. */
  busy: number;
  /** CPU time of the main thread, as a share of the elapsed time. */
  cpu: number;
  longestTaskMs: number;
  /** Time from the start of the response until the text is complete. */
  textCompleteMs: number;
  /** Time from the start of the response until the last change of the conversation, such as syntax highlighting. */
  lastChangeMs: number;
}

/**
 * Measures the rendering of the long answer, compared with the same text in one plain element, and of heavy answers.
 */
export const render: Scenario = async (resources, progress) => {
  const setup = await startChatSetup(resources);
  const paceMs = Math.round(pacedDurationMs / tokensOf(createShowcase()).length);
  progress(`the long answer, paced`);
  const pacedRendering = await renderPaced(setup, paceMs, 1);
  progress(`the same with the CPU slowed ${slowdown} times`);
  const slowedRendering = await renderPaced(setup, paceMs, slowdown);
  progress("plain text, paced");
  const plainPacedRendering = await renderPlain(setup, paceMs);
  progress("all at once");
  const plainAtOnceRendering = await renderPlain(setup, 0);
  const renderingsAtOnce = await renderAtOnce(setup, 1);
  const slowedRenderingsAtOnce = await renderAtOnce(setup, slowdown);
  progress("answers that are heavy to render");
  const heavyFigures = await measureHeavyAnswers(setup);
  progress("eight conversations at once");
  const eightFigures = await measureEightAnswers(setup, paceMs);

  const slowedText = `CPU slowed ${slowdown} ×`;
  const buildShareFigure = (name: string, variant: string, ours: number, floor: number | null): Figure => ({
    name,
    variant,
    unit: "%",
    ours: ours * 100,
    floor: floor === null ? null : floor * 100,
  });
  const buildLongestTaskFigure = (variant: string, ours: number, floor: number | null, atMost: number): Figure => ({
    name: "longest task (0: none of 50 ms)",
    variant,
    unit: "ms",
    ours,
    floor,
    aim: { atMost },
  });
  const buildTimeFigure = (variant: string, name: string, ours: number, floor: number | null): Figure => ({
    name,
    variant,
    unit: "ms",
    ours,
    floor,
  });
  const textCompleteName = "text in its place after the first byte";
  const lastChangeName = "nothing changes any more";
  return {
    scenario: "render",
    floor: "the same text appended to one plain element, once a frame",
    figures: [
      {
        ...buildShareFigure("main thread busy", "100 tokens/s", pacedRendering.busy, plainPacedRendering.busy),
        aim: { atMost: 25 },
      },
      buildShareFigure("main thread's CPU", "100 tokens/s", pacedRendering.cpu, plainPacedRendering.cpu),
      buildShareFigure("main thread busy", `100 tokens/s, ${slowedText}`, slowedRendering.busy, null),
      buildLongestTaskFigure("100 tokens/s", pacedRendering.longestTaskMs, plainPacedRendering.longestTaskMs, 50),
      buildLongestTaskFigure(`100 tokens/s, ${slowedText}`, slowedRendering.longestTaskMs, null, 200),
      buildLongestTaskFigure(
        "at once, first of the page",
        renderingsAtOnce.first.longestTaskMs,
        plainAtOnceRendering.longestTaskMs,
        50,
      ),
      buildLongestTaskFigure(
        "at once, second",
        renderingsAtOnce.second.longestTaskMs,
        plainAtOnceRendering.longestTaskMs,
        50,
      ),
      buildLongestTaskFigure(`at once, second, ${slowedText}`, slowedRenderingsAtOnce.second.longestTaskMs, null, 200),
      buildTimeFigure(
        "at once, first of the page",
        textCompleteName,
        renderingsAtOnce.first.textCompleteMs,
        plainAtOnceRendering.textCompleteMs,
      ),
      {
        ...buildTimeFigure(
          "at once, second",
          textCompleteName,
          renderingsAtOnce.second.textCompleteMs,
          plainAtOnceRendering.textCompleteMs,
        ),
        aim: { atMost: 300 },
      },
      buildTimeFigure(
        `at once, second, ${slowedText}`,
        textCompleteName,
        slowedRenderingsAtOnce.second.textCompleteMs,
        null,
      ),
      buildTimeFigure(
        "at once, first of the page",
        lastChangeName,
        renderingsAtOnce.first.lastChangeMs,
        plainAtOnceRendering.textCompleteMs,
      ),
      buildTimeFigure(
        "at once, second",
        lastChangeName,
        renderingsAtOnce.second.lastChangeMs,
        plainAtOnceRendering.textCompleteMs,
      ),
      buildTimeFigure(
        `at once, second, ${slowedText}`,
        lastChangeName,
        slowedRenderingsAtOnce.second.lastChangeMs,
        null,
      ),
      ...heavyFigures,
      ...eightFigures,
    ],
    notes: [
      `The answer is ${createShowcase().length.toLocaleString("en")} characters, about 4,000 tokens of a model; ${paceMs} ms between two of its words.`,
      "Busy is Chromium's TaskDuration from the first byte of the response to its end, which includes waiting for " +
        "the CPU on a busy machine; CPU is its ThreadTime, which does not. The first answer of a page also loads the " +
        "grammars of ten languages and the formulas.",
    ],
  };
};

interface MainThread {
  taskMs: number;
  cpuMs: number;
}

function toShares(start: MainThread, end: MainThread, elapsedMs: number): { busy: number; cpu: number } {
  return { busy: (end.taskMs - start.taskMs) / elapsedMs, cpu: (end.cpuMs - start.cpuMs) / elapsedMs };
}

async function renderPaced(setup: ChatSetup, paceMs: number, cpuSlowdown: number): Promise<Rendering> {
  const measuredPage = await setup.open();
  try {
    await watchAnswer(measuredPage);
    await throttleCpu(measuredPage, cpuSlowdown);
    return await renderAnswer(measuredPage, paceMs);
  } finally {
    await measuredPage.close();
  }
}

async function renderAtOnce(setup: ChatSetup, cpuSlowdown: number): Promise<{ first: Rendering; second: Rendering }> {
  const measuredPage = await setup.open();
  try {
    await watchAnswer(measuredPage);
    await throttleCpu(measuredPage, cpuSlowdown);
    return { first: await renderAnswer(measuredPage, 0), second: await renderAnswer(measuredPage, 0) };
  } finally {
    await measuredPage.close();
  }
}

async function renderAnswer({ page, session }: MeasuredPage, paceMs: number): Promise<Rendering> {
  await page.evaluate(() => Object.assign(window, { answeredAt: null }));
  await readLongestTask(page);
  await sendMessage(page, `Show it [[showcase]] [[pace: ${paceMs}]]`);
  await page.waitForFunction(() => Reflect.get(window, "answeredAt") !== null);
  const [start, startedAt] = [await readMainThread(session), performance.now()];
  await waitUntilAnswered(page);
  const [end, endedAt] = [await readMainThread(session), performance.now()];
  await page.waitForFunction((quiet) => performance.now() - Number(Reflect.get(window, "changedAt")) > quiet, quietMs, {
    polling: 200,
    timeout: 60_000,
  });
  const { textCompleteMs, lastChangeMs } = await page.evaluate(() => {
    const at = (name: string) => Number(Reflect.get(window, name));
    return { textCompleteMs: at("settledAt") - at("answeredAt"), lastChangeMs: at("changedAt") - at("answeredAt") };
  });
  const longestTaskMs = await readLongestTask(page);
  return { ...toShares(start, end, endedAt - startedAt), longestTaskMs, textCompleteMs, lastChangeMs };
}

/** Records when the response started, when the answer was complete, and when the conversation last changed. */
async function watchAnswer({ page }: MeasuredPage): Promise<void> {
  await watchLongTasks(page);
  await page.evaluate(() => {
    const originalFetch = window.fetch;
    window.fetch = async (...request) => {
      const response = await originalFetch(...request);
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

async function throttleCpu({ session }: MeasuredPage, rate: number): Promise<void> {
  await session.send("Emulation.setCPUThrottlingRate", { rate });
}

async function renderPlain(setup: ChatSetup, paceMs: number): Promise<Rendering> {
  const { page, session, close } = await setup.openPlain();
  try {
    await watchLongTasks(page);
    const [start, startedAt] = [await readMainThread(session), performance.now()];
    await page.evaluate(`ask(${paceMs}, ${paceMs > 0 ? plainAnswerShare : 1})`);
    const [end, endedAt] = [await readMainThread(session), performance.now()];
    const longestTaskMs = await readLongestTask(page);
    const textCompleteMs = await page.evaluate(
      () => Number(Reflect.get(window, "settledAt")) - Number(Reflect.get(window, "answeredAt")),
    );
    return {
      ...toShares(start, end, endedAt - startedAt),
      longestTaskMs,
      textCompleteMs,
      lastChangeMs: textCompleteMs,
    };
  } finally {
    await close();
  }
}
