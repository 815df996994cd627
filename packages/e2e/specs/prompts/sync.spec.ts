import { syncPrompts } from "@lectern/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { failOp } from "../../support/interceptOp.ts";
import { openStage } from "../../support/openStage.ts";
import {
  choosePrompt,
  editorOf,
  openPrompts,
  promptNames,
  promptRow,
  promptTree,
  writePrompt,
} from "../../support/promptControls.ts";
import { openWorkspace, see, soon } from "../../support/screen.ts";

const stage = openStage();
const builtIn = ["Amplify Helpers", "Custom Instructions"];

/** Two browsers of one person, with the prompts open. */
async function twoDevices(email: string) {
  const [one, two] = [await stage.enter({ email }), await stage.enter({ email })];
  for (const { page } of [one, two]) {
    await openWorkspace(page, stage.url);
    await openPrompts(page);
  }
  const { items: none } = await one.api.call(syncPrompts, {});
  expect(none).toEqual([]);
  /** Waits until the server has so many prompts and folders. */
  const untilStored = (count: number) =>
    soon(async () => (await one.api.call(syncPrompts, {})).items.filter(({ item }) => item).length).toBe(count);
  return { one: one.page, two: two.page, contexts: [one.context, two.context] as const, untilStored };
}

async function edit(page: Page, name: string, content: string): Promise<void> {
  await choosePrompt(page, name, "Edit");
  await editorOf(page).getByRole("textbox", { name: "Content" }).fill(content);
  await editorOf(page).getByRole("button", { name: "Save" }).click();
  await editorOf(page).waitFor({ state: "detached" });
}

async function contentOf(page: Page, name: string): Promise<string> {
  await choosePrompt(page, name, "Edit");
  const content = await editorOf(page).getByRole("textbox", { name: "Content" }).inputValue();
  await page.keyboard.press("Escape");
  await editorOf(page).waitFor({ state: "detached" });
  return content;
}

async function reload(page: Page): Promise<void> {
  await page.reload();
  await promptTree(page).waitFor();
}

test("what is written in one browser is in the other, and what is deleted is gone", async () => {
  const { one, two, untilStored } = await twoDevices("two-devices@example.org");
  await writePrompt(one, "Written here", "Hello {{name}}");
  await untilStored(1);
  await reload(two);
  await promptRow(two, "Written here").waitFor();
  expect(await contentOf(two, "Written here")).toBe("Hello {{name}}");
  await choosePrompt(two, "Written here", "Delete");
  await two.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await untilStored(0);
  await reload(one);
  await soon(() => promptNames(one)).toEqual(builtIn);
});

test("a change made without a network is kept over a reload and sent when the network is back", async () => {
  const { one, two, contexts, untilStored } = await twoDevices("offline@example.org");
  await writePrompt(one, "Warm up", "Online");
  await untilStored(1);
  await contexts[0].setOffline(true);
  await edit(one, "Warm up", "Offline");
  await contexts[0].setOffline(false);
  await soon(async () => {
    await reload(two);
    return contentOf(two, "Warm up");
  }).toBe("Offline");

  const heal = await failOp(one, syncPrompts, "Not now");
  await edit(one, "Warm up", "While the server failed");
  await one.reload();
  await promptRow(one, "Warm up").waitFor();
  expect(await contentOf(one, "Warm up")).toBe("While the server failed");
  await heal();
  await reload(one);
  await soon(async () => {
    await reload(two);
    return contentOf(two, "Warm up");
  }).toBe("While the server failed");
});

test("where both changed one, the second is kept as a copy, and a calm notice says so", async () => {
  const { one, two, contexts, untilStored } = await twoDevices("conflict@example.org");
  await writePrompt(one, "Disputed", "First");
  await untilStored(1);
  await reload(two);
  await promptRow(two, "Disputed").waitFor();
  await contexts[1].setOffline(true);
  await edit(two, "Disputed", "From two");
  await edit(one, "Disputed", "From one");
  await soon(async () => {
    const { items } = await (await stage.enter({ email: "conflict@example.org" })).api.call(syncPrompts, {});
    return items.map(({ item }) => item && "content" in item && item.content);
  }).toEqual(["From one"]);
  await contexts[1].setOffline(false);
  await see(two, /^Also changed on another device\. Your version is kept as a copy: /);
  const copy = "Disputed (copy from another device)";
  await promptRow(two, copy).waitFor();
  expect(await contentOf(two, "Disputed")).toBe("From one");
  expect(await contentOf(two, copy)).toBe("From two");
  await reload(one);
  await promptRow(one, copy).waitFor();
  expect(await one.getByText(/Also changed on another device/).count()).toBe(0);
});

test("two tabs of one browser show the same at once, and send a change once", async () => {
  const { page, context } = await stage.enter();
  await openWorkspace(page, stage.url);
  await openPrompts(page);
  const tab = await context.newPage();
  await openWorkspace(tab, stage.url);
  await promptTree(tab).waitFor();
  let sent = 0;
  context.on("request", (request) => {
    if (!request.url().endsWith("/api/requestOp")) return;
    const { data } = request.postDataJSON();
    if (data.path !== syncPrompts.path) return;
    sent += JSON.parse(Buffer.from(data.data, "base64").toString()).changes.length;
  });
  await writePrompt(page, "In both", "Text");
  await promptRow(tab, "In both").waitFor();
  await soon(() => sent).toBe(1);
  await reload(tab);
  await reload(page);
  await promptRow(page, "In both").waitFor();
  expect(sent).toBe(1);
});

test("another person on the same computer finds nothing of it", async () => {
  const ann = await stage.enter();
  await openWorkspace(ann.page, stage.url);
  await openPrompts(ann.page);
  await writePrompt(ann.page, "Private matter", "Secret");
  const other = await stage.enter();
  await ann.context.clearCookies();
  await ann.context.addCookies(await other.context.cookies());
  await openWorkspace(ann.page, stage.url);
  await openPrompts(ann.page);
  await soon(() => promptNames(ann.page)).toEqual(builtIn);
});
