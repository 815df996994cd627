import {
  createApiKey,
  deactivateApiKey,
  getFeatureFlags,
  listApiKeys,
  listEmailAddresses,
  maskedApiKey,
  reportLeakedApiKey,
  revealApiKey,
  updateApiKeys,
} from "@lectern/contract";
import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openDialog } from "../../entities/shell/dialogs.ts";
import { queryClient } from "../../lib/queryClient.ts";
import { alertWithText } from "../../testing/chatPage.ts";
import { createFlags } from "../../testing/defaultAnswers.ts";
import { renderApp } from "../../testing/renderApp.tsx";
import { accountButton, composer, dialogNamed } from "../../testing/screen.ts";
import { getSelectField, selectChoice } from "../../testing/selectField.ts";
import { createKey, physicsAccount, stubApiKeys } from "../../testing/stubApiKeys.ts";
import { failOp, getPerson, listInputs, pauseOp, stubOp } from "../../testing/stubServer.ts";

afterEach(() => vi.restoreAllMocks());

const dialog = () => dialogNamed("Manage Accounts");
const creation = () => dialogNamed("Create an API key");
const question = () => page.getByRole("alertdialog");
const button = (name: string) => dialog().getByRole("button", { name, exact: true });
const row = (name: string) => dialog().getByRole("listitem").filter({ hasText: name });
const notice = (text: string) => page.getByRole("status").filter({ hasText: text });
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
const yesterday = () => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const readTabs = () =>
  dialog()
    .getByRole("tab")
    .elements()
    .map(({ textContent }) => textContent);

/** Returns what was to run after exactly this time, instead of running it. */
function recordTimers(recordedMs: number): (() => void)[] {
  const recorded: (() => void)[] = [];
  const start = window.setTimeout.bind(window);
  vi.spyOn(window, "setTimeout").mockImplementation(((run: () => void, delayMs?: number) => {
    if (delayMs !== recordedMs) return start(run, delayMs);
    recorded.push(run);
    return 0;
  }) as typeof setTimeout);
  return recorded;
}

async function openAccounts(): Promise<void> {
  await renderApp();
  await accountButton().click();
  await page.getByRole("menuitem", { name: "Manage Accounts" }).click();
  await expect.element(dialog()).toBeVisible();
}

async function openApiKeys(): Promise<void> {
  await openAccounts();
  await dialog().getByRole("tab", { name: "API Access" }).click();
}

async function openCreation(): Promise<void> {
  await openApiKeys();
  await button("Create an API key").click();
  await expect.element(creation()).toBeVisible();
}

test("[A2.64] the tab for API access needs its flag; the palette opens the dialog on it", async () => {
  await openAccounts();
  expect(readTabs()).toEqual(["Accounts"]);
  await userEvent.keyboard("{Escape}");
  stubApiKeys([]);
  await queryClient.invalidateQueries();
  await expect.element(composer()).toBeVisible();
  await userEvent.keyboard("{Control>}k{/Control}");
  await dialogNamed("Command palette").getByRole("combobox").fill("API keys");
  await dialogNamed("Command palette").getByRole("option").filter({ hasText: "API keys" }).first().click();
  await expect.element(dialog().getByRole("tab", { name: "API Access", selected: true })).toBeVisible();
  expect(readTabs()).toEqual(["Accounts", "API Access"]);
  await expect.element(dialog().getByText("You have no API keys yet")).toBeVisible();
});

test("[A4.11] [A4.12] [A9.01c] [A9.04] a secret is masked with 40 asterisks until it is revealed, can then be copied, and the copy indicator resets after 2 seconds; no cache contains it", async () => {
  const { secretOf, list } = stubApiKeys([createKey()]);
  const secret = secretOf(list()[0] ?? createKey());
  const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await openApiKeys();
  await expect.element(row("Lab notebook").getByText("*".repeat(40), { exact: true })).toBeVisible();
  expect(listInputs(revealApiKey)).toEqual([]);
  await button("Reveal the secret of Lab notebook").click();
  await expect.element(row("Lab notebook").getByText(secret, { exact: true })).toBeVisible();
  await expect.element(row("Lab notebook").getByText(maskedApiKey)).not.toBeInTheDocument();
  const timers = recordTimers(2_000);
  await button("Copy the secret of Lab notebook").click();
  await expect.element(button("Copied")).toBeVisible();
  expect(write.mock.calls).toEqual([[secret]]);
  expect(timers).toHaveLength(1);
  timers[0]?.();
  await expect.element(button("Copy the secret of Lab notebook")).toBeVisible();
  const cached = [...queryClient.getQueryCache().getAll(), ...queryClient.getMutationCache().getAll()];
  expect(JSON.stringify(cached.map(({ state }) => state))).not.toContain(secret);
  expect(location.href).not.toContain(secret);
  await button("Hide the secret of Lab notebook").click();
  await expect.element(row("Lab notebook").getByText(maskedApiKey)).toBeVisible();
  // Another tab forgets it, too.
  await button("Reveal the secret of Lab notebook").click();
  await expect.element(row("Lab notebook").getByText(secret)).toBeVisible();
  await dialog().getByRole("tab", { name: "Accounts" }).click();
  await dialog().getByRole("tab", { name: "API Access" }).click();
  await expect.element(row("Lab notebook").getByText(maskedApiKey)).toBeVisible();
});

test("[A6.07] [A4.13] the owner of a delegated key cannot reveal it; the delegate can, but can change nothing and only deactivate", async () => {
  const { email } = getPerson();
  stubApiKeys([
    createKey({
      ...{ kind: "delegate", applicationName: "Given away", delegate: "ivy@example.org" },
      permissions: { reveal: false, edit: true, deactivate: true },
    }),
    createKey({
      ...{ kind: "delegate", applicationName: "Received", owner: "ixia@example.org", delegate: email },
      permissions: { reveal: true, edit: false, deactivate: true },
    }),
  ]);
  await openApiKeys();
  await expect.element(row("Given away").getByText("Only ivy@example.org can see the secret.")).toBeVisible();
  await expect.element(button("Reveal the secret of Given away")).not.toBeInTheDocument();
  await expect.element(row("Given away").getByText(maskedApiKey)).toBeVisible();
  await expect.element(row("Received").getByText(/^For you, from ixia@example\.org/)).toBeVisible();
  await button("Details of Received").click();
  await expect.element(row("Received").getByText("Physics")).toBeVisible();
  expect(row("Received").getByRole("combobox").elements()).toEqual([]);
  expect(row("Received").getByRole("textbox").elements()).toEqual([]);
  expect(row("Received").getByRole("checkbox").elements()).toEqual([]);
  await button("Reveal the secret of Received").click();
  await expect.element(row("Received").getByText("amp-v1-2")).toBeVisible();
  await button("Deactivate Received").click();
  await question().getByRole("button", { name: "Deactivate" }).click();
  await expect.element(row("Received").getByText("Inactive: deactivated")).toBeVisible();
});

test("[A4.10] [A8.39d] account, expiration, limit and access types of several keys are changed and saved together; what is changed back is no change", async () => {
  const biology = { ...physicsAccount, id: "110.05.4100", name: "Biology", isDefault: false };
  const [first, second] = [createKey({ applicationName: "First" }), createKey({ applicationName: "Second" })];
  stubApiKeys([first, second], [physicsAccount, biology]);
  await openApiKeys();
  await expect.element(button("Save Changes")).toHaveAttribute("aria-disabled", "true");
  await button("Edit First").click();
  await selectChoice(row("First"), "Account", "Biology");
  await expect.element(row("First").getByText("Changed")).toBeVisible();
  await selectChoice(row("First"), "Account", "Physics");
  await expect.element(row("First").getByText("Changed")).not.toBeInTheDocument();
  await selectChoice(row("First"), "Account", "Biology");
  await row("First").getByLabelText("Valid until").fill(tomorrow());
  await button("Edit Second").click();
  await selectChoice(row("Second"), "Rate limit", "Daily");
  await row("Second").getByRole("textbox", { name: "Rate" }).fill("250");
  await row("Second").getByRole("checkbox", { name: "Files" }).click();
  expect(listInputs(updateApiKeys)).toEqual([]);
  await button("Save Changes").click();
  await expect.element(notice("API changes saved.")).toBeVisible();
  expect(listInputs(updateApiKeys)).toEqual([
    [
      {
        apiKeyId: second.api_owner_id,
        updates: { rateLimit: { period: "Daily", rate: "2.5" }, accessTypes: ["chat", "file_upload"] },
      },
      { apiKeyId: first.api_owner_id, updates: { account: biology.id, expirationDate: tomorrow() } },
    ],
  ]);
  await expect.element(row("First").getByText("Changed")).not.toBeInTheDocument();
  await expect.element(getSelectField(row("First"), "Account")).toHaveValue("Biology");
  await expect.element(button("Save Changes")).toHaveAttribute("aria-disabled", "true");
});

test("[A8.21] a failed save names the keys that failed, or says that none was saved; the changes stay, and closing asks", async () => {
  const [first, second] = [createKey({ applicationName: "First" }), createKey({ applicationName: "Second" })];
  stubApiKeys([first, second]);
  await openApiKeys();
  for (const name of ["First", "Second"]) {
    await button(`Edit ${name}`).click();
    await row(name).getByRole("checkbox", { name: "Files" }).click();
  }
  failOp(updateApiKeys, "The database isn’t responding.");
  await button("Save Changes").click();
  await expect.element(alertWithText("We are unable to update your key(s)...")).toBeVisible();
  await expect.element(row("First").getByText("Changed")).toBeVisible();
  const failed = { apiKeyId: second.api_owner_id, name: "Second", message: "The account no longer exists." };
  stubOp(updateApiKeys, { failedKeys: [failed] });
  await button("Save Changes").click();
  await expect.element(alertWithText("API keys failed to update: Second")).toMatchTextContent(/no longer exists/);
  await expect.element(row("First").getByText("Changed")).not.toBeInTheDocument();
  await expect.element(row("Second").getByText("Changed")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(question().getByText("Your changes to the API keys have not been saved.")).toBeVisible();
});

test("changes that are not valid are not saved: the foot names their keys, and the first such field gets the focus", async () => {
  const [first, second] = [createKey({ applicationName: "First" }), createKey({ applicationName: "Second" })];
  stubApiKeys([first, second]);
  await openApiKeys();
  await button("Edit First").click();
  await row("First").getByRole("checkbox", { name: "Chat" }).click();
  await button("Edit Second").click();
  await row("Second").getByLabelText("Valid until").fill(yesterday());
  const problem = dialog()
    .getByRole("alert")
    .filter({ hasText: /^Correct this first/ });
  await expect.element(problem).not.toBeInTheDocument();
  await button("Save Changes").click();
  // The newest key is the first one.
  await expect.element(problem).toHaveTextContent("Correct this first: Second and First");
  await expect.element(row("Second").getByLabelText("Valid until")).toHaveFocus();
  await row("Second").getByLabelText("Valid until").fill(tomorrow());
  await button("Save Changes").click();
  await expect.element(problem).toHaveTextContent("Correct this first: First");
  await expect.element(row("First").getByRole("checkbox").first()).toHaveFocus();
  expect(listInputs(updateApiKeys)).toEqual([]);
  await row("First").getByRole("checkbox", { name: "Files" }).click();
  await expect.element(problem).not.toBeInTheDocument();
  await button("Save Changes").click();
  await expect.element(notice("API changes saved.")).toBeVisible();
});

test("all keys are shown if the one that is to be shown is inactive, also if they are loaded after the dialog opens", async () => {
  const old = createKey({
    ...{ applicationName: "Old", active: false, inactiveReason: "expired" },
    permissions: { reveal: true, edit: false, deactivate: false },
  });
  stubApiKeys([old, ...["B", "C", "D", "E", "F"].map((letter) => createKey({ applicationName: `Key ${letter}` }))]);
  const pause = pauseOp(listApiKeys);
  await renderApp();
  openDialog("accounts", { tab: "apiKeys", apiKeyId: old.api_owner_id });
  await pause.reached;
  pause.release();
  await expect.element(row("Old").getByText("Inactive: expired")).toBeVisible();
  await expect.element(button("Details of Old")).toHaveAttribute("aria-expanded", "true");
  await dialog().getByRole("radiogroup", { name: "Keys to show" }).getByText("Active").click();
  await expect.element(row("Old")).not.toBeInTheDocument();
});

test("an inactive key is read-only with its reason, and many keys are filtered", async () => {
  const gone = { active: false, permissions: { reveal: true, edit: false, deactivate: false } };
  stubApiKeys([
    createKey({ ...gone, applicationName: "Old", inactiveReason: "expired", expirationDate: "2026-01-31" }),
    ...["B", "C", "D"].map((letter) => createKey({ applicationName: `Key ${letter}` })),
    createKey({ ...gone, applicationName: "Leak", inactiveReason: "leaked", lastAccessed: "2026-11-02T10:00:00.000Z" }),
    createKey({ applicationName: "Used", usage: { calls: 3, cost: 1.25 }, expirationDate: "2099-01-31" }),
  ]);
  await openApiKeys();
  await expect.element(row("Used").getByText("For you · 3 calls, $1.25 this month · Never used")).toBeVisible();
  await expect.element(row("Used").getByText("Valid until Jan 31, 2099")).toBeVisible();
  await expect.element(row("Old")).not.toBeInTheDocument();
  await dialog().getByText("All", { exact: true }).click();
  await expect.element(row("Old").getByText("Inactive: expired")).toBeVisible();
  await expect.element(row("Leak").getByText("Inactive: reported as leaked")).toBeVisible();
  await expect.element(row("Leak").getByText(/Last used Nov 2, 2026/)).toBeVisible();
  await button("Details of Old").click();
  await expect.element(row("Old").getByText("Valid until Jan 31, 2026")).toBeVisible();
  expect(row("Old").getByRole("combobox").elements()).toEqual([]);
  await expect.element(button("Deactivate Old")).not.toBeInTheDocument();
  await expect.element(button("Reveal the secret of Old")).toBeVisible();
});

test("[A8.20] deactivation asks first and says that it cannot be undone; a failure says so; a leak is reported as one", async () => {
  const key = createKey();
  stubApiKeys([key]);
  await openApiKeys();
  await button("Edit Lab notebook").click();
  await button("Deactivate Lab notebook").click();
  await expect.element(question().getByText(/This can’t be undone\.$/)).toBeVisible();
  await question().getByRole("button", { name: "Cancel" }).click();
  expect(listInputs(deactivateApiKey)).toEqual([]);
  failOp(deactivateApiKey, "The database isn’t responding.");
  await button("Deactivate Lab notebook").click();
  await question().getByRole("button", { name: "Deactivate" }).click();
  await expect.element(alertWithText("Failed to deactivate key...")).toBeVisible();
  stubApiKeys([key]);
  await button("Report as leaked: Lab notebook").click();
  await question().getByRole("button", { name: "Report as leaked" }).click();
  await expect.element(row("Lab notebook").getByText("Inactive: reported as leaked")).toBeVisible();
  expect(listInputs(deactivateApiKey).at(-1)).toMatchObject({ leaked: true });
});

test("a key that somebody has found is reported with its secret, which is forgotten", async () => {
  stubApiKeys([]);
  stubOp(reportLeakedApiKey, {});
  await openApiKeys();
  await button("Report a key that you found").click();
  const report = dialogNamed("Report a key that you found");
  await expect
    .element(report.getByRole("button", { name: "Report", exact: true }))
    .toHaveAttribute("aria-disabled", "true");
  await report.getByLabelText("Secret").fill(" amp-v1-found ");
  await report.getByRole("button", { name: "Report", exact: true }).click();
  await expect.element(notice("Thank you. If there is such a key, it no longer works.")).toBeVisible();
  expect(listInputs(reportLeakedApiKey)).toEqual([{ key: "amp-v1-found" }]);
  await button("Report a key that you found").click();
  await expect.element(report.getByLabelText("Secret")).toHaveValue("");
});

test("[A8.18] [A8.22] keys that cannot be loaded are loaded again on request, and a secret that cannot be revealed stays masked", async () => {
  stubOp(getFeatureFlags, createFlags({ apiKeys: true }));
  failOp(listApiKeys, "The database isn’t responding.");
  await openApiKeys();
  await expect.element(alertWithText("Unable to fetch your API keys...")).toBeVisible();
  stubApiKeys([createKey()]);
  await button("Try again").click();
  failOp(revealApiKey, "The database isn’t responding.");
  await button("Reveal the secret of Lab notebook").click();
  await expect.element(alertWithText("Unable to retrieve your API key at this time...")).toBeVisible();
  await expect.element(row("Lab notebook").getByText(maskedApiKey)).toBeVisible();
});

test("[A5.30] without an account that has a COA string no key can be created", async () => {
  stubApiKeys([], []);
  await openCreation();
  await expect
    .element(creation().getByRole("alert"))
    .toHaveTextContent("Please add an account with a valid COA string to create an API key.");
  await expect.element(creation().getByRole("button", { name: "Create", exact: true })).not.toBeInTheDocument();
  await creation().getByRole("button", { name: "Show accounts" }).click();
  await expect.element(dialog().getByRole("tab", { name: "Accounts", selected: true })).toBeVisible();
});

test("[A5.33] [A5.34] a new key has all access types but full access; unchecking one unchecks full access, and checking all checks it", async () => {
  stubApiKeys([]);
  await openCreation();
  const box = (name: string) => creation().getByRole("checkbox", { name, exact: true });
  const names = ["Full access", "Assistants", "Chat", "Files", "Sharing", "Search in documents"];
  await expect.element(box("Full access")).not.toBeChecked();
  for (const name of names.slice(1)) await expect.element(box(name)).toBeChecked();
  await box("Full access").click();
  for (const name of names) await expect.element(box(name)).toBeChecked();
  await box("Sharing").click();
  await expect.element(box("Full access")).not.toBeChecked();
  for (const name of names.filter((each) => !["Full access", "Sharing"].includes(each)))
    await expect.element(box(name)).toBeChecked();
  await box("Sharing").click();
  await expect.element(box("Full access")).toBeChecked();
  await box("Full access").click();
  for (const name of names) await expect.element(box(name)).not.toBeChecked();
  await creation().getByLabelText("Name").fill("Nothing");
  await creation().getByRole("button", { name: "Create", exact: true }).click();
  await expect.element(creation().getByText("Choose at least one kind of access.")).toBeVisible();
  expect(listInputs(createApiKey)).toEqual([]);
  await box("Full access").click();
  for (const name of names) await expect.element(box(name)).toBeChecked();
});

test("[A5.31] [A8.19] [A8.39d] a key needs a name and no date before today; a failure says why, and what was typed stays; its secret is shown once, with an example for this server", async () => {
  stubApiKeys([]);
  await openCreation();
  const create = () => creation().getByRole("button", { name: "Create", exact: true }).click();
  await create();
  await expect.element(creation().getByText("Enter a name.")).toBeVisible();
  await creation().getByLabelText("Name").fill("Course site");
  await creation().getByLabelText("Valid until").fill(yesterday());
  await expect
    .element(creation().getByRole("alert"))
    .toHaveTextContent("The expiration date can’t be earlier than today.");
  await create();
  expect(listInputs(createApiKey)).toEqual([]);
  await creation().getByLabelText("Valid until").fill(tomorrow());
  await expect.element(creation().getByRole("alert")).not.toBeInTheDocument();
  failOp(createApiKey, "You have too many keys.");
  await create();
  const failure = "Unable to create the API key at this time. Error message: You have too many keys.";
  await expect.element(alertWithText(failure)).toBeVisible();
  await expect.element(creation().getByLabelText("Name")).toHaveValue("Course site");
  stubApiKeys([]);
  await create();
  await expect.element(notice("Successfuly created the API key")).toBeVisible();
  expect(listInputs(createApiKey).at(-1)).toMatchObject({
    ...{ owner: getPerson().email, account: physicsAccount.id, appName: "Course site", delegate: null },
    ...{ systemUse: false, expirationDate: tomorrow(), rateLimit: { period: "Unlimited", rate: "0" } },
  });
  const created = dialogNamed("Your key “Course site”");
  await expect.element(created.getByText("amp-v1-1", { exact: true })).toBeVisible();
  await expect.element(created.getByText(new RegExp(`curl '${location.origin}/chat'`))).toBeVisible();
  await expect.element(created.getByText(`${location.origin}/v1`, { exact: true })).toBeVisible();
  await created.getByRole("button", { name: "Done" }).click();
  await expect.element(row("Course site").getByText(maskedApiKey)).toBeVisible();
  expect(
    JSON.stringify(
      queryClient
        .getMutationCache()
        .getAll()
        .map(({ state }) => state),
    ),
  ).not.toContain("amp-v1-1");
});

test("[A5.32] a key for a system has no delegate and gets an id to copy; one on behalf of a person names them, and its secret is not shown", async () => {
  stubApiKeys([]);
  stubOp(listEmailAddresses, { emails: ["ivy@example.org"] });
  await openCreation();
  await creation().getByLabelText("Name").fill("Door opener");
  await creation().getByRole("radio", { name: "Another person" }).click();
  await creation().getByRole("button", { name: "Create", exact: true }).click();
  await expect.element(creation().getByText("Enter the email address of the person.")).toBeVisible();
  const person = creation()
    .getByRole("textbox", { name: "Person" })
    .or(creation().getByLabelText("Person", { exact: true }));
  await person.fill("iv");
  await page.getByRole("option", { name: "ivy@example.org" }).click();
  await creation().getByRole("radio", { name: "A system" }).click();
  await expect.element(person).not.toBeInTheDocument();
  await creation().getByRole("button", { name: "Create", exact: true }).click();
  const created = dialogNamed("Your key “Door opener”");
  await expect.element(created.getByText("Door-opener-123456")).toBeVisible();
  expect(listInputs(createApiKey).at(-1)).toMatchObject({ systemUse: true, delegate: null });
  await created.getByRole("button", { name: "Done" }).click();
  await button("Edit Door opener").click();
  await expect.element(button("Copy the system ID Door-opener-123456")).toBeVisible();

  await button("Create an API key").click();
  await creation().getByLabelText("Name").fill("Grader");
  await creation().getByRole("radio", { name: "Another person" }).click();
  await person.fill("ivy@example.org");
  await userEvent.keyboard("{Escape}");
  await creation().getByRole("button", { name: "Create", exact: true }).click();
  await expect.element(dialogNamed("Your key “Grader”").getByText(/^The key was created\. Only ivy@/)).toBeVisible();
  expect(listInputs(createApiKey).at(-1)).toMatchObject({ systemUse: false, delegate: "ivy@example.org" });
  await expect.element(dialogNamed("Your key “Grader”").getByText(/amp-/)).not.toBeInTheDocument();
});

test("the key of a group says what a site administrator has limited it to; a key of a person does not", async () => {
  const group = { id: "Aster_1", name: "Aster" };
  const maxRateLimit = { period: "Monthly", rate: "50" } as const;
  stubApiKeys([
    createKey({ applicationName: "Own" }),
    createKey({ kind: "system", applicationName: "Aster", group, rateLimit: maxRateLimit, maxRateLimit }),
  ]);
  await openApiKeys();
  await button("Edit Own").click();
  await expect.element(row("Own").getByRole("combobox", { name: "Rate limit" })).toBeVisible();
  const note = dialog().getByText(/^An administrator of this site has limited this key/);
  await expect.element(note).not.toBeInTheDocument();
  await button("Edit Aster").click();
  await expect
    .element(note)
    .toHaveTextContent(
      "An administrator of this site has limited this key: $50.00 a month. You can only lower the limit.",
    );
  const message = "This limit allows more than the $50.00 per month.";
  stubOp(updateApiKeys, ([{ apiKeyId } = { apiKeyId: "" }]) => ({
    failedKeys: [{ apiKeyId, name: "Aster", message }],
  }));
  await selectChoice(row("Aster"), "Rate limit", "Unlimited");
  await button("Save Changes").click();
  await expect.element(alertWithText("API keys failed to update: Aster")).toMatchTextContent(/allows more than/);
});
