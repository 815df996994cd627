import { appendMessages, type Conversation, createConversation, limits } from "@lectern/contract";
import type { Page } from "playwright-core";
import { buildLocalConversation, storeLocalConversations } from "../../e2e/support/browser/browserStorage.ts";
import { createFolders } from "../../e2e/support/pages/folders.ts";
import type { Figure } from "../report.ts";
import { buildLongMessages } from "../support/longMessages.ts";
import { type MeasuredPage, readLongestTask, readMainThreadMs, watchLongTasks } from "../support/measuredBrowser.ts";
import { median } from "../support/percentile.ts";
import type { Scenario } from "../support/scenario.ts";
import {
  type ChatSetup,
  composerOf,
  sendMessage,
  startChatSetup,
  waitUntilAnswered,
} from "../support/startChatSetup.ts";

const sizes = (process.env.LONG_SIZES ?? "300,10000").split(",").map(Number).filter(Boolean);
/** Number of messages in the conversation with diagrams and charts. */
const drawingConversationSize = 300;
const listedConversationCount = 10_000;
const typedText = "What does the river do in spring?";
const wheelSteps = 40;
const openRounds = 3;

interface Opening {
  openMs: number;
  nodes: number;
  keyMs: number;
  scrollLongestMs: number;
  scrollNodes: number;
  toStartMs: number;
}

interface Turn {
  /** Writes to the browser's database. */
  puts: number;
  /** Different records that were written. */
  records: number;
  requests: number;
  /** The time from the key press to the first words of the answer. */
  answerMs: number;
  longestTaskMs: number;
}

/** Measures long conversations, compared with a plain page of the same text, and a long list of conversations. */
export const longConversations: Scenario = async (resources, progress) => {
  const setup = await startChatSetup(resources);
  const figures: Figure[] = [];
  for (const size of sizes) {
    progress(`a plain page of ${size} messages`);
    const plain = await measurePlain(setup, size);
    for (const storage of ["local", "cloud"] as const) {
      progress(`a ${storage} conversation of ${size} messages`);
      const id = `${storage}-${size}`;
      if (storage === "cloud") await createCloudConversation(setup, id, size);
      const measuredPage = await setup.open();
      try {
        if (storage === "local")
          await storeLocalConversations(measuredPage.page, setup.userId, [buildLongConversation(id, size)]);
        await measuredPage.page.reload();
        await composerOf(measuredPage.page).waitFor();
        const opening = await measureOpening(measuredPage, setup.url, id);
        const turn = await measureTurn(measuredPage);
        figures.push(...toFigures(`${size.toLocaleString("en")} messages, ${storage}`, opening, plain, turn));
      } finally {
        await measuredPage.close();
      }
    }
  }
  progress(`${drawingConversationSize} messages with diagrams and charts`);
  figures.push(...(await measureDrawings(setup)));
  for (const folderCount of [0, 200]) {
    progress(`a list of ${listedConversationCount} conversations in ${folderCount} folders`);
    figures.push(...(await measureList(setup, folderCount)));
  }
  return {
    scenario: "long",
    floor: "a plain page with the same messages as paragraphs, all of them in the page",
    figures,
    notes: [
      `Opening lasts from the click (the change of the fragment) until the last message is in the page and two frames have passed; the median of ${openRounds}. For the floor: the messages as JSON, then as paragraphs.`,
      "A key is the main thread's time for it, from the event to the paint, as Chromium's TaskDuration.",
      `Scrolling is ${wheelSteps} wheel steps of 800 px, from the end up. Nodes are all nodes of the document, including text.`,
    ],
  };
};

function toFigures(variant: string, opening: Opening, plain: Opening, turn: Turn): Figure[] {
  const ms = (name: string, ours: number, floor: number | null, atMost?: number): Figure => ({
    name,
    variant,
    unit: "ms",
    ours,
    floor,
    ...(atMost === undefined ? {} : { aim: { atMost } }),
  });
  const toCountFigure = (name: string, ours: number, floor: number | null, atMost?: number): Figure => ({
    ...ms(name, ours, floor, atMost),
    unit: "",
  });
  return [
    ms("opens", opening.openMs, plain.openMs, 500),
    toCountFigure("nodes", opening.nodes, plain.nodes, 5_000),
    ms("a key", opening.keyMs, plain.keyMs, 16),
    ms("longest task while scrolling (0: none of 50 ms)", opening.scrollLongestMs, plain.scrollLongestMs),
    toCountFigure("nodes after scrolling", opening.scrollNodes, plain.scrollNodes, 5_000),
    ms("from the end to the start", opening.toStartMs, null),
    ms("a turn: first words after the key", turn.answerMs, null),
    toCountFigure("a turn: writes to the browser's database", turn.puts, null),
    toCountFigure("a turn: records that they write", turn.records, null),
    toCountFigure("a turn: requests", turn.requests, null),
    ms("a turn: longest task (0: none of 50 ms)", turn.longestTaskMs, null),
  ];
}

function buildLongConversation(id: string, size: number): Conversation {
  const messages = buildLongMessages(size);
  return buildLocalConversation(id, `Long ${id}`, { messages, headId: messages.at(-1)?.id ?? null });
}

async function createCloudConversation({ api }: ChatSetup, id: string, size: number): Promise<void> {
  const messages = buildLongMessages(size).map((message) => ({
    ...message,
    id: `${id}-${message.id}`,
    parentId: message.parentId === null ? null : `${id}-${message.parentId}`,
  }));
  await api.call(createConversation, { conversation: { id, name: `Long ${id}` } });
  for (let from = 0; from < messages.length; from += limits.messagesPerCall) {
    const part = messages.slice(from, from + limits.messagesPerCall);
    await api.call(appendMessages, { conversationId: id, messages: part, headId: part.at(-1)?.id ?? null });
  }
}

async function measureOpening(measuredPage: MeasuredPage, url: string, id: string): Promise<Opening> {
  const { page } = measuredPage;
  const openMs: number[] = [];
  for (let round = 0; round < openRounds; round++) {
    // Load a fresh page each time, because the app caches conversations. A change of the fragment alone would not
    // reload it.
    await page.goto("about:blank");
    await page.goto(url);
    await composerOf(page).waitFor();
    await page.waitForTimeout(500);
    openMs.push(await page.evaluate(openInPage, id));
  }
  await watchLongTasks(page);
  const nodes = await countNodes(page);
  const keyMs = await measureKeys(measuredPage);
  await page.getByRole("log").hover();
  await readLongestTask(page);
  await scrollByWheel(page);
  const scrollLongestMs = await readLongestTask(page);
  const scrollNodes = await countNodes(page);
  const toStartMs = await page.evaluate(scrollToStart);
  return { openMs: median(openMs), nodes, keyMs, scrollLongestMs, scrollNodes, toStartMs };
}

/** Runs in the page: opens a conversation and returns the duration in ms. */
async function openInPage(id: string): Promise<number> {
  const waitForFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const startedAt = performance.now();
  location.hash = `#c=${id}`;
  while (document.querySelectorAll("[role=log] article").length < 2) await waitForFrame();
  await waitForFrame();
  await waitForFrame();
  return performance.now() - startedAt;
}

/** Runs in the page: scrolls to the first message and returns the time until it is shown, in ms. */
async function scrollToStart(): Promise<number> {
  const waitForFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  let area = document.querySelector("[role=log]");
  while (area && !/auto|scroll/.test(getComputedStyle(area).overflowY)) area = area.parentElement;
  if (!area) throw new Error("there is no scrollable element");
  const startedAt = performance.now();
  area.scrollTop = 0;
  while (!document.querySelector("[role=log]")?.textContent?.includes("Question 0:")) await waitForFrame();
  await waitForFrame();
  return performance.now() - startedAt;
}

const countNodes = (page: Page) =>
  page.evaluate(() => {
    let count = 0;
    for (const walker = document.createTreeWalker(document); walker.nextNode(); ) count += 1;
    return count;
  });

async function measureKeys({ page, session }: MeasuredPage): Promise<number> {
  await composerOf(page).focus();
  await page.keyboard.type("warm ");
  await page.waitForTimeout(500);
  const before = await readMainThreadMs(session);
  await page.keyboard.type(typedText, { delay: 30 });
  return ((await readMainThreadMs(session)) - before) / typedText.length;
}

async function scrollByWheel(page: Page, stepPx = -800): Promise<void> {
  for (let step = 0; step < wheelSteps; step++) {
    await page.mouse.wheel(0, stepPx);
    await page.waitForTimeout(50);
  }
}

/** Adds a turn and measures its writes in the browser, its requests, its first words and its longest task. */
async function measureTurn({ page }: MeasuredPage): Promise<Turn> {
  await page.evaluate(() => {
    const puts: string[] = [];
    Object.assign(window, { puts });
    const originalPut = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function put(value, key) {
      puts.push(`${this.name} ${value.id}`);
      return key === undefined ? originalPut.call(this, value) : originalPut.call(this, value, key);
    };
  });
  let requests = 0;
  const countRequest = () => {
    requests += 1;
  };
  page.on("request", countRequest);
  await readLongestTask(page);
  const sentAt = performance.now();
  await sendMessage(page, "One more [[tokens: 200]] [[pace: 5]]");
  await page.locator("[role=log] article[aria-busy=true] p:visible:not(:empty)").first().waitFor({ timeout: 60_000 });
  const answerMs = performance.now() - sentAt;
  await waitUntilAnswered(page);
  await page.waitForTimeout(1_500);
  page.off("request", countRequest);
  const puts = await page.evaluate((): string[] => Reflect.get(window, "puts"));
  return {
    puts: puts.length,
    records: new Set(puts).size,
    requests,
    answerMs,
    longestTaskMs: await readLongestTask(page),
  };
}

/** Measures a conversation with a diagram or chart in every third answer: opening, scrolling and one more turn. */
async function measureDrawings(setup: ChatSetup): Promise<Figure[]> {
  const variant = `${drawingConversationSize} messages with ${drawingConversationSize / 6} drawings, local`;
  const measuredPage = await setup.open();
  const { page } = measuredPage;
  try {
    const messages = buildLongMessages(drawingConversationSize, { drawings: true });
    const conversation = buildLocalConversation("drawn", "Drawn", { messages, headId: messages.at(-1)?.id ?? null });
    await storeLocalConversations(page, setup.userId, [conversation]);
    await page.reload();
    await composerOf(page).waitFor();
    const opening = await measureOpening(measuredPage, setup.url, "drawn");
    const pictures = page.getByRole("log").getByRole("img", { name: /^(Diagram|Chart)/ });
    await page.waitForTimeout(3_000);
    await readLongestTask(page);
    // Scroll down and up again; drawings come from the cache now.
    await scrollByWheel(page, 800);
    await scrollByWheel(page);
    const secondScrollLongestMs = await readLongestTask(page);
    const pictureCount = await pictures.count();
    const turn = await measureTurn(measuredPage);
    const ms = createMsFigure(variant);
    return [
      ms("opens", opening.openMs, 500),
      { ...ms("nodes after scrolling", opening.scrollNodes, 5_000), unit: "" },
      ms("a key", opening.keyMs, 16),
      ms("longest task while scrolling, drawing (0: none of 50 ms)", opening.scrollLongestMs, 50),
      ms("longest task while scrolling again (0: none of 50 ms)", secondScrollLongestMs, 50),
      { ...ms("pictures in the page", pictureCount), unit: "" },
      ms("a turn: longest task (0: none of 50 ms)", turn.longestTaskMs, 50),
    ];
  } finally {
    await measuredPage.close();
  }
}

async function measurePlain(setup: ChatSetup, size: number): Promise<Opening> {
  const measuredPage = await setup.openPlain();
  const { page } = measuredPage;
  try {
    const openMs: number[] = [];
    for (let round = 0; round < openRounds; round++) {
      openMs.push(
        await page.evaluate(async (code) => {
          const startedAt = performance.now();
          // biome-ignore lint/security/noGlobalEval: the plain page's own function
          await globalThis.eval(code);
          return performance.now() - startedAt;
        }, `openMessages(${size})`),
      );
    }
    await watchLongTasks(page);
    const nodes = await countNodes(page);
    const keyMs = await measureKeys(measuredPage);
    await page.locator("#messages").hover();
    await scrollByWheel(page);
    const scrollLongestMs = await readLongestTask(page);
    return { openMs: median(openMs), nodes, keyMs, scrollLongestMs, scrollNodes: nodes, toStartMs: 0 };
  } finally {
    await measuredPage.close();
  }
}

async function measureList(setup: ChatSetup, folderCount: number): Promise<Figure[]> {
  const storageDescription = folderCount === 0 ? "local" : `local, half of them in ${folderCount} folders`;
  const variant = `${listedConversationCount.toLocaleString("en")} conversations, ${storageDescription}`;
  await createFolders(
    setup.api,
    Array.from({ length: folderCount }, (_, index) => ({ id: `folder-${index}`, name: `Folder ${index}` })),
  );
  const { page, session, close } = await setup.open();
  try {
    const day = 86_400_000;
    const conversations = Array.from({ length: listedConversationCount }, (_, index) => {
      const updatedAt = new Date(Date.now() - index * (day / 20)).toISOString();
      const folderId = folderCount > 0 && index % 2 === 1 ? `folder-${Math.floor(index / 2) % folderCount}` : null;
      return buildLocalConversation(`listedConversations-${index}`, `Conversation ${index} about the river`, {
        updatedAt,
        folderId,
      });
    });
    await storeLocalConversations(page, setup.userId, conversations);
    await page.goto(setup.url, { waitUntil: "commit" });
    const list = page.getByRole("navigation", { name: "Chats" });
    const firstRowName = folderCount === 0 ? "Conversation 0 about the river" : /^Folder 0 /;
    await list.getByRole("button", { name: firstRowName }).first().waitFor();
    const shownMs = await page.evaluate(() => performance.now());
    await page.waitForTimeout(1_000);
    const searchField = page.getByRole("searchbox", { name: "Search chats" });
    await searchField.focus();
    const searchText = "river 42";
    const before = await readMainThreadMs(session);
    await page.keyboard.type(searchText, { delay: 100 });
    const keyMs = ((await readMainThreadMs(session)) - before) / searchText.length;
    await searchField.fill("");
    await watchLongTasks(page);
    await list.hover();
    for (let step = 0; step < wheelSteps; step++) {
      await page.mouse.wheel(0, 2_000);
      await page.waitForTimeout(30);
    }
    const ms = createMsFigure(variant);
    return [
      ms("list shown, from the navigation's start", shownMs),
      { ...ms("nodes", await countNodes(page), 5_000), unit: "" },
      ms("a key in the search", keyMs, 16),
      ms("longest task while scrolling the list (0: none of 50 ms)", await readLongestTask(page)),
    ];
  } finally {
    await close();
  }
}

/** Returns a function that builds figures in ms of one variant. `atMost`: the aim. */
function createMsFigure(variant: string): (name: string, ours: number, atMost?: number) => Figure {
  return (name, ours, atMost) => ({
    name,
    variant,
    unit: "ms",
    ours,
    floor: null,
    ...(atMost === undefined ? {} : { aim: { atMost } }),
  });
}
