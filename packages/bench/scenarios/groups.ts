import { createAssistant, createGroup, limits, updateGroupMembers } from "@lectern/contract";
import type { Page } from "playwright-core";
import type { Figure } from "../report.ts";
import { readLongestTask, watchLongTasks } from "../support/measuredBrowser.ts";
import { median } from "../support/percentile.ts";
import type { Scenario } from "../support/scenario.ts";
import { type ChatSetup, composerOf, startChatSetup } from "../support/startChatSetup.ts";
import { measureAssistantLists } from "./groups/measureAssistantLists.ts";

const assistantCount = 500;
const memberCount = 10_000;
const rounds = 7;

/**
 * Measures how long large lists take to open: the picker of assistants, and the members of a group. And what the
 * assistants of strangers add to the list of somebody's assistants.
 */
export const groups: Scenario = async (resources, progress) => {
  const setup = await startChatSetup(resources);
  progress(`${assistantCount} assistants and a group of ${memberCount} members`);
  const { id: groupId } = await createLargeGroup(setup);
  for (let number = 0; number < assistantCount; number++) {
    await setup.api.call(createAssistant, { name: `Course ${number}`, instructions: "Be kind." });
  }
  progress("the picker");
  const picker = await measureOpenings(setup, async (page) => {
    await composerOf(page).fill("");
    return measureUntilShown(page, "[role=listbox][aria-label=Assistants] [role=option]", () =>
      composerOf(page).pressSequentially("@"),
    );
  });
  progress("the table of members");
  const table = await measureOpenings(setup, async (page) => {
    await setFragment(page, "");
    await page.getByRole("table").waitFor({ state: "detached" });
    return measureUntilShown(page, "[role=table] [data-index]", () => setFragment(page, `#admin=${groupId}&tab=group`));
  });
  const lists = await measureAssistantLists(resources, progress);
  const toFigures = (variant: string, { firstMs, laterMs, longestTaskMs }: Openings, atMost: number): Figure[] => [
    { name: "opens, first time", variant, unit: "ms", ours: firstMs, floor: null },
    { name: "opens, p50 of the later times", variant, unit: "ms", ours: laterMs, floor: null, aim: { atMost } },
    { name: "longest task (0: none of 50 ms)", variant, unit: "ms", ours: longestTaskMs, floor: null },
  ];
  return {
    scenario: "groups",
    floor: "for the list of assistants: the same list without the assistants of strangers; for the rest: none",
    figures: [
      ...toFigures(`picker, ${assistantCount} assistants`, picker, 100),
      ...toFigures(`table, ${memberCount.toLocaleString("en")} members`, table, 300),
      ...lists,
    ],
    notes: [
      "From the key press, or the change of the fragment, until the first row is in the page and two frames have passed. The first time, the page also loads the code and the list.",
      "The list of assistants is the statement of the op, for a person with 160 assistants: own ones, those of five groups, and shared ones.",
    ],
  };
};

interface Openings {
  firstMs: number;
  laterMs: number;
  longestTaskMs: number;
}

async function createLargeGroup({ api }: ChatSetup): Promise<{ id: string }> {
  const { id } = await api.call(createGroup, { group_name: "Everybody" });
  const addresses = Array.from({ length: memberCount - 1 }, (_, number) => `member${number}@example.org`);
  for (let start = 0; start < addresses.length; start += limits.groupMembersPerCall) {
    const members = Object.fromEntries(
      addresses.slice(start, start + limits.groupMembersPerCall).map((address) => [address, "read" as const]),
    );
    await api.call(updateGroupMembers, { group_id: id, update_type: "ADD", members });
  }
  return { id };
}

async function measureOpenings(setup: ChatSetup, open: (page: Page) => Promise<number>): Promise<Openings> {
  const measuredPage = await setup.open();
  const { page } = measuredPage;
  try {
    // People do not type in the first moment; by then the page has loaded what it will need.
    await page.waitForTimeout(2_000);
    await watchLongTasks(page);
    const firstMs = await open(page);
    const laterMs: number[] = [];
    for (let round = 0; round < rounds; round++) laterMs.push(await open(page));
    return { firstMs, laterMs: median(laterMs), longestTaskMs: await readLongestTask(page) };
  } finally {
    await measuredPage.close();
  }
}

/** Returns the time from the first key press or change of the fragment during `act` until the selector matches. */
async function measureUntilShown(page: Page, selector: string, act: () => Promise<unknown>): Promise<number> {
  const shown = page.evaluate(async (wanted) => {
    const waitForFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    let startedAt: number | undefined;
    const start = (event: Event) => {
      startedAt ??= event.timeStamp;
    };
    for (const type of ["keydown", "hashchange"]) addEventListener(type, start, { capture: true, once: true });
    while (startedAt === undefined || !document.querySelector(wanted)) await waitForFrame();
    await waitForFrame();
    return performance.now() - startedAt;
  }, selector);
  await act();
  return shown;
}

const setFragment = (page: Page, fragment: string) =>
  page.evaluate((value) => {
    location.hash = value;
  }, fragment);
