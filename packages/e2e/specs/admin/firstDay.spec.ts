import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ModelServer, startModelServer } from "../../../server/src/testing/modelServer/startModelServer.ts";
import { getPreparedDataFolder } from "../../../server/src/testing/testDatabase.ts";
import { openPages } from "../../support/browser/openPages.ts";
import { openNewConversation, waitForAnswerText } from "../../support/pages/chatControls.ts";
import { ask, composer, expectEventually, openWorkspace } from "../../support/pages/screen.ts";
import { selectChoice } from "../../support/pages/selectField.ts";
import { type RunningLectern, startLectern } from "../../support/servers/startLectern.ts";

let lectern: RunningLectern;
let models: ModelServer;
const pages = openPages(() => lectern.url);
beforeAll(async () => {
  models = await startModelServer();
  // The server discovers no models at its start, because nothing answers at this URL.
  lectern = await startLectern(
    { OPENAI_COMPATIBLE_URL: "http://127.0.0.1:9/v1" },
    { template: await getPreparedDataFolder() },
  );
});
afterAll(async () => {
  await lectern?.close();
  await models?.close();
});

const admin = (page: Page) => page.getByRole("dialog", { name: "Admin Interface" });
const save = async (page: Page) => {
  await admin(page).getByRole("button", { name: "Save Changes" }).click();
  await page.getByText("Configurations successfully saved", { exact: true }).first().waitFor();
};

/** Signs in the first person, who becomes the administrator, through the sign-in page. */
async function signIn(): Promise<Page> {
  const { page } = await pages.openSignedOut();
  await page.goto(lectern.url);
  await page.getByRole("link", { name: "Sign in with single sign-on" }).click();
  await page.getByRole("textbox", { name: "Email" }).fill("first@example.org");
  await page.getByRole("button", { name: "Sign in" }).click();
  await composer(page).waitFor();
  return page;
}

test("on a new server, the first steps open their places, are ticked by what is done there, and go away for good", async () => {
  const page = await signIn();
  const step = (name: string) => admin(page).getByRole("region", { name: "First steps" }).getByText(name);
  const isDone = (name: string) => step(`${name}, done`).waitFor();
  const open = async (name: string) => {
    await openWorkspace(page, lectern.url, "#page=admin");
    await step(name).click();
  };

  await open("Connect a model");
  const connection = page.getByRole("dialog", { name: "Connect a model" });
  await connection.getByRole("textbox", { name: "Address" }).fill(models.url);
  await connection.getByRole("button", { name: "Test" }).click();
  await connection.getByRole("group", { name: /models found/ }).waitFor();
  await connection.getByRole("button", { name: "Save" }).click();
  await connection.waitFor({ state: "detached" });
  await isDone("Connect a model");

  await step("Limit what a person may spend").click();
  await selectChoice(admin(page), "Period", "Monthly");
  await admin(page).getByRole("textbox", { name: "Rate" }).fill("5");
  await save(page);
  await isDone("Limit what a person may spend");

  await step("Choose where chats are stored").click();
  await selectChoice(admin(page), "Where new chats are stored at first", "In the cloud");
  await save(page);

  await open("Create a group");
  const group = page.getByRole("dialog", { name: "Create Group" });
  await group.getByRole("textbox", { name: "Group Name" }).fill("Physics");
  await group.getByRole("button", { name: "Create Group" }).click();
  await group.waitFor({ state: "detached" });

  await openWorkspace(page, lectern.url, "#page=admin");
  await isDone("Choose where chats are stored");
  await isDone("Create a group");
  // This one is done on the server, and the line says how.
  await step("OIDC_ISSUER").waitFor();
  await admin(page).getByRole("button", { name: "Hide for good" }).click();
  await step("Connect a model").waitFor({ state: "detached" });
  await openWorkspace(page, lectern.url, "#page=admin");
  await admin(page).getByRole("heading", { name: "Admins", exact: true }).waitFor();
  expect(await step("Connect a model").count()).toBe(0);
});

test("a model whose second address dies keeps answering, and the administration says which address is avoided", async () => {
  const page = await signIn();
  const second = await startModelServer();
  await openWorkspace(page, lectern.url, "#page=admin&tab=openaiEndpoints");
  await admin(page)
    .getByRole("button", { name: /^scripted-large/ })
    .click();
  await admin(page).getByRole("button", { name: "Add an address of scripted-large" }).click();
  const address = admin(page).getByRole("group", { name: "New address" });
  await address.getByRole("textbox", { name: "Address" }).fill(second.url);
  await address.getByRole("checkbox", { name: "The server needs no key" }).check();
  await save(page);

  await openNewConversation(page, lectern.url);
  const askAndWait = async (word: string) => {
    await ask(page, `[[answer: ${word}]]`);
    await waitForAnswerText(page, word);
  };
  const countChats = () => [models.chats().length > 0, second.chats().length > 0];
  for (const word of ["Erste", "Zweite", "Dritte"]) await askAndWait(word);
  await expectEventually(countChats).toEqual([true, true]);

  await second.close();
  for (const word of ["Vierte", "Fünfte", "Sechste"]) await askAndWait(word);
  await openWorkspace(page, lectern.url, "#page=admin&tab=openaiEndpoints");
  const row = admin(page)
    .getByRole("list", { name: "Model servers" })
    .getByRole("listitem")
    .filter({ hasText: second.url });
  await row.getByText(/Last failed: .*Avoided until/).waitFor();
});
