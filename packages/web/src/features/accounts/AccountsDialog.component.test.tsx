import { type Account, getAccounts, saveAccounts } from "@lectern/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { alertWithText, sendMessage } from "../../testing/chatPage.ts";
import { renderApp } from "../../testing/renderApp.tsx";
import { accountButton, composer, dialogNamed } from "../../testing/screen.ts";
import { getSelectField, selectChoice } from "../../testing/selectField.ts";
import { stubAnswers } from "../../testing/stubChat.ts";
import { failOp, listInputs, stubOp } from "../../testing/stubServer.ts";

const unlimited = { period: "Unlimited", rate: "0" } as const;
const general: Account = { id: "general_account", name: "No COA On File", rateLimit: unlimited, isDefault: true };
const physics: Account = {
  ...{ id: "110.04.4100", name: "Physics", isDefault: false },
  rateLimit: { period: "Daily", rate: "5" },
};

const dialog = () => dialogNamed("Manage Accounts");
const button = (name: string) => dialog().getByRole("button", { name, exact: true });
const account = (name: string) => dialog().getByRole("group", { name, exact: true });
const field = (name: string, label: string) => account(name).getByRole("textbox", { name: label, exact: true });
const savedLists = () => listInputs(saveAccounts).map(({ accounts }) => accounts);

function stubAccounts(accounts: Account[]): void {
  let saved = accounts;
  let count = 1;
  stubOp(getAccounts, () => ({ accounts: saved, revision: String(count), coaPattern: "[0-9]+([.][0-9]+){2}" }));
  stubOp(saveAccounts, ({ accounts: changed }) => {
    saved = changed;
    return { revision: String(++count) };
  });
}

async function openAccounts(): Promise<void> {
  await renderApp();
  await accountButton().click();
  await page.getByRole("menuitem", { name: "Manage Accounts" }).click();
  await expect.element(dialog()).toBeVisible();
}

test("[A2.19 A2.63 A5.25 A8.39c] the account menu opens the accounts; a new one is added and saved, and the general one cannot be deleted", async () => {
  stubAccounts([general]);
  await openAccounts();
  await expect.element(dialog().getByRole("tab", { name: "Accounts" })).toBeVisible();
  await expect.element(account("No COA On File")).toBeVisible();
  await expect.element(button("Save Changes")).toHaveAttribute("aria-disabled", "true");
  expect(
    account("No COA On File")
      .getByRole("button", { name: /^Delete/ })
      .elements(),
  ).toEqual([]);
  await button("Add an account").click();
  await field("New account", "Name").fill("Physics");
  await field("Physics", "COA string").fill("110.04.4100");
  await selectChoice(account("Physics"), "Rate limit", "Daily");
  await field("Physics", "Rate").fill("500");
  await account("Physics").getByText("Default", { exact: true }).click();
  await button("Save Changes").click();
  await expect.element(page.getByRole("status").filter({ hasText: "Account changes saved." })).toBeVisible();
  expect(savedLists()).toEqual([
    [
      { ...general, isDefault: false },
      { ...physics, isDefault: true },
    ],
  ]);
  await button("Delete Physics").click();
  await button("Save Changes").click();
  await expect.poll(savedLists).toHaveLength(2);
  expect(savedLists()[1]).toEqual([general]);
});

test("[A5.26] an account needs a name, a COA string, and a name that no other account has", async () => {
  stubAccounts([general, physics]);
  await openAccounts();
  await button("Add an account").click();
  for (const [name, id, text] of [
    ["", "1.2.3", "Each account needs a name."],
    ["Biology", "", "Each account needs a COA string."],
    ["physics", "1.2.3", "Another account has this name."],
    ["Biology", "110.04.4100", "Another account has this COA string."],
  ] as const) {
    const fields = dialog().getByRole("group").last();
    await fields.getByRole("textbox", { name: "Name" }).fill(name);
    await fields.getByRole("textbox", { name: "COA string" }).fill(id);
    await button("Save Changes").click();
    await expect.element(dialog().getByRole("alert")).toHaveTextContent(text);
  }
  expect(savedLists()).toEqual([]);
});

test("[A5.27] a COA string that does not look valid is saved only after a question", async () => {
  stubAccounts([general]);
  await openAccounts();
  await button("Add an account").click();
  await field("New account", "Name").fill("Odd");
  await field("Odd", "COA string").fill("my account");
  await button("Save Changes").click();
  const question = page.getByRole("alertdialog", { name: "Is this COA string right?" });
  await expect.element(question).toBeVisible();
  await question.getByRole("button", { name: "Keep editing" }).click();
  expect(savedLists()).toEqual([]);
  await button("Save Changes").click();
  await question.getByRole("button", { name: "Save anyway" }).click();
  await expect.poll(savedLists).toMatchObject([[general, { id: "my account" }]]);
});

test("[A8.16 A8.17 A8.38] says what failed, keeps the changes, and chats go on with the general account", async () => {
  failOp(getAccounts, "The database isn’t responding.");
  await openAccounts();
  await expect.element(alertWithText("Unable to fetch accounts. Please try again.")).toBeVisible();
  stubAccounts([general, physics]);
  await dialog().getByRole("button", { name: "Try again" }).click();
  await field("Physics", "Name").fill("Physics 2");
  failOp(saveAccounts, "The database isn’t responding.");
  await button("Save Changes").click();
  await expect.element(alertWithText("Unable to save accounts. Please try again.")).toBeVisible();
  await expect.element(field("Physics 2", "Name")).toHaveValue("Physics 2");
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("alertdialog", { name: "Unsaved changes" })).toBeVisible();
});

test("the settings of a chat offer the accounts where there are several, and the question names the chosen one", async () => {
  stubAccounts([general, physics]);
  const chats = stubAnswers("Fine.");
  await renderApp();
  await expect.element(composer()).toBeVisible();
  await page.getByRole("button", { name: "Advanced settings" }).click();
  const settings = page.getByRole("region", { name: "New chat" });
  await expect.element(getSelectField(settings, "Account")).toHaveValue("Default: No COA On File");
  await selectChoice(settings, "Account", "Physics");
  await sendMessage("Hello");
  await expect.poll(() => chats.answers.map(({ request }) => request.options?.accountId)).toEqual(["110.04.4100"]);
});
