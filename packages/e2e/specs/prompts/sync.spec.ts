import { syncPrompts } from "@lectern/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { failOp } from "../../support/interceptOp.ts";
import {
  chooseForPrompt,
  openPrompts,
  promptEditor,
  promptNames,
  promptRow,
  promptTree,
  writeNewPrompt,
} from "../../support/promptControls.ts";
import { expectEventually, expectVisible, openWorkspace } from "../../support/screen.ts";

const fixture = createWorkspaceFixture();
const builtIn = ["Amplify Helpers", "Custom Instructions"];

/** Two browsers of one person, with the prompts open. */
async function openTwoDevices(email: string) {
  const [one, two] = [await fixture.openSignedIn({ email }), await fixture.openSignedIn({ email })];
  for (const { page } of [one, two]) {
    await openWorkspace(page, fixture.url);
    await openPrompts(page);
  }
  const { items: none } = await one.api.call(syncPrompts, {});
  expect(none).toEqual([]);
  /** Waits until the server has `count` prompts and folders. */
  const untilStored = (count: number) =>
    expectEventually(async () => (await one.api.call(syncPrompts, {})).items.filter(({ item }) => item).length).toBe(
      count,
    );
  return { one: one.page, two: two.page, contexts: [one.context, two.context] as const, untilStored };
}

async function edit(page: Page, name: string, content: string): Promise<void> {
  await chooseForPrompt(page, name, "Edit");
  await promptEditor(page).getByRole("textbox", { name: "Content" }).fill(content);
  await promptEditor(page).getByRole("button", { name: "Save" }).click();
  await promptEditor(page).waitFor({ state: "detached" });
}

async function promptContent(page: Page, name: string): Promise<string> {
  await chooseForPrompt(page, name, "Edit");
  const content = await promptEditor(page).getByRole("textbox", { name: "Content" }).inputValue();
  await page.keyboard.press("Escape");
  await promptEditor(page).waitFor({ state: "detached" });
  return content;
}

async function reload(page: Page): Promise<void> {
  await page.reload();
  await promptTree(page).waitFor();
}

test("prompts written in one browser appear in the other, and deleted ones disappear", async () => {
  const { one, two, untilStored } = await openTwoDevices("two-devices@example.org");
  await writeNewPrompt(one, "Written here", "Hello {{name}}");
  await untilStored(1);
  await reload(two);
  await promptRow(two, "Written here").waitFor();
  expect(await promptContent(two, "Written here")).toBe("Hello {{name}}");
  await chooseForPrompt(two, "Written here", "Delete");
  await two.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await untilStored(0);
  await reload(one);
  await expectEventually(() => promptNames(one)).toEqual(builtIn);
});

test("a change made offline survives a reload and is sent when the network is back", async () => {
  const { one, two, contexts, untilStored } = await openTwoDevices("offline@example.org");
  await writeNewPrompt(one, "Warm up", "Online");
  await untilStored(1);
  await contexts[0].setOffline(true);
  await edit(one, "Warm up", "Offline");
  await contexts[0].setOffline(false);
  await expectEventually(async () => {
    await reload(two);
    return promptContent(two, "Warm up");
  }).toBe("Offline");

  const heal = await failOp(one, syncPrompts, "Not now");
  await edit(one, "Warm up", "While the server failed");
  await one.reload();
  await promptRow(one, "Warm up").waitFor();
  expect(await promptContent(one, "Warm up")).toBe("While the server failed");
  await heal();
  await reload(one);
  await expectEventually(async () => {
    await reload(two);
    return promptContent(two, "Warm up");
  }).toBe("While the server failed");
});

test("when both changed the same prompt, the second change is saved as a copy, and a notice says so", async () => {
  const { one, two, contexts, untilStored } = await openTwoDevices("conflict@example.org");
  await writeNewPrompt(one, "Disputed", "First");
  await untilStored(1);
  await reload(two);
  await promptRow(two, "Disputed").waitFor();
  await contexts[1].setOffline(true);
  await edit(two, "Disputed", "From two");
  await edit(one, "Disputed", "From one");
  await expectEventually(async () => {
    const { items } = await (await fixture.openSignedIn({ email: "conflict@example.org" })).api.call(syncPrompts, {});
    return items.map(({ item }) => item && "content" in item && item.content);
  }).toEqual(["From one"]);
  await contexts[1].setOffline(false);
  await expectVisible(two, /^Also changed on another device\. Your version was saved as a copy: /);
  const copy = "Disputed (copy from another device)";
  await promptRow(two, copy).waitFor();
  expect(await promptContent(two, "Disputed")).toBe("From one");
  expect(await promptContent(two, copy)).toBe("From two");
  await reload(one);
  await promptRow(one, copy).waitFor();
  expect(await one.getByText(/Also changed on another device/).count()).toBe(0);
});

test("two tabs of one browser show a change immediately and send it once", async () => {
  const { page, context } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  await openPrompts(page);
  const tab = await context.newPage();
  await openWorkspace(tab, fixture.url);
  await promptTree(tab).waitFor();
  let sent = 0;
  context.on("request", (request) => {
    if (!request.url().endsWith("/api/requestOp")) return;
    const { data } = request.postDataJSON();
    if (data.path !== syncPrompts.path) return;
    sent += JSON.parse(Buffer.from(data.data, "base64").toString()).changes.length;
  });
  await writeNewPrompt(page, "In both", "Text");
  await promptRow(tab, "In both").waitFor();
  await expectEventually(() => sent).toBe(1);
  await reload(tab);
  await reload(page);
  await promptRow(page, "In both").waitFor();
  expect(sent).toBe(1);
});

test("another person on the same computer sees none of the prompts", async () => {
  const ann = await fixture.openSignedIn();
  await openWorkspace(ann.page, fixture.url);
  await openPrompts(ann.page);
  await writeNewPrompt(ann.page, "Private matter", "Secret");
  const other = await fixture.openSignedIn();
  await ann.context.clearCookies();
  await ann.context.addCookies(await other.context.cookies());
  await openWorkspace(ann.page, fixture.url);
  await openPrompts(ann.page);
  await expectEventually(() => promptNames(ann.page)).toEqual(builtIn);
});
