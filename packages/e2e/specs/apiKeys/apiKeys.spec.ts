import { defaultEditableRateLimit, generalAccount, getAccounts, saveAccounts } from "@lectern/contract";
import OpenAI from "openai";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { checkAxeInBothThemes } from "../../support/checks/checkAxe.ts";
import { openAccountMenu } from "../../support/pages/accountMenu.ts";
import { expectEventually, expectVisible, openWorkspace } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

const dialog = (page: Page) => page.getByRole("dialog", { name: "Manage Accounts" });
const keyRow = (page: Page) => dialog(page).getByRole("listitem").filter({ hasText: "Course site" });

async function openApiKeys(page: Page): Promise<void> {
  await openAccountMenu(page);
  await page.getByRole("menuitem", { name: "Manage Accounts" }).click();
  await dialog(page).getByRole("tab", { name: "API Access" }).click();
}

/** Asks as a program does that has only the key. */
const ask = (secret: string) =>
  fetch(`${fixture.url}/chat`, {
    method: "POST",
    headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
    body: JSON.stringify({
      model: fixture.workspace.modelId,
      stream: false,
      messages: [{ role: "user", content: "[[answer:Forty-two.]]" }],
    }),
  });

test("a person creates a key, a program asks with it, its use is shown, and once deactivated it is refused", async () => {
  const { page, api } = await fixture.openSignedIn();
  const { accounts } = await api.call(getAccounts, {});
  const physics = { id: "110.04.4100", name: "Physics", rateLimit: defaultEditableRateLimit, isDefault: false };
  await api.call(saveAccounts, { accounts: [...accounts.filter(({ id }) => id === generalAccount.id), physics] });
  await openWorkspace(page, fixture.url);
  await openApiKeys(page);
  await expectVisible(dialog(page), "You have no API keys yet");
  await dialog(page).getByRole("button", { name: "Create an API key" }).click();
  const creation = page.getByRole("dialog", { name: "Create an API key" });
  await creation.getByLabel("Name").fill("Course site");
  await checkAxeInBothThemes(page, "the form for a key");
  await creation.getByRole("button", { name: "Create", exact: true }).click();
  const created = page.getByRole("dialog", { name: "Your key “Course site”" });
  const secret = (await created.locator("code").filter({ hasText: /^amp-/ }).textContent()) ?? "";
  expect(await created.locator("pre").textContent()).toContain(`curl '${fixture.url}/chat'`);
  await created.getByRole("button", { name: "Done" }).click();
  await expectVisible(keyRow(page), /^For you · 0 calls, \$0\.00 this month · Never used$/);

  const answer = await ask(secret);
  expect(await answer.json()).toMatchObject({ success: true, data: "Forty-two." });
  const client = new OpenAI({ apiKey: secret, baseURL: `${fixture.url}/v1` });
  const completion = await client.chat.completions.create({
    model: fixture.workspace.modelId,
    messages: [{ role: "user", content: "[[answer:Forty-three.]]" }],
  });
  expect(completion.choices[0]?.message.content).toBe("Forty-three.");
  await page.reload();
  await openApiKeys(page);
  await expectEventually(() => keyRow(page).textContent()).toMatch(/2 calls, \$0\.\d+ this month · Last used /);
  await keyRow(page).getByRole("button", { name: "Reveal the secret of Course site" }).click();
  await expectVisible(keyRow(page), secret);
  await keyRow(page).getByRole("button", { name: "Edit Course site" }).click();
  await checkAxeInBothThemes(page, "the list of keys");
  await keyRow(page).getByRole("button", { name: "Deactivate Course site" }).click();
  const question = page.getByRole("alertdialog", { name: "Deactivate Course site" });
  await question.getByRole("button", { name: "Deactivate" }).click();
  await expectVisible(keyRow(page), "Inactive: deactivated");
  await expectEventually(async () => (await ask(secret)).status).toBe(401);
});
