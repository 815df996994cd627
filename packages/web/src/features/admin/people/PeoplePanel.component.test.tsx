import {
  type AdministeredPerson,
  blockPerson,
  erasePerson,
  getErasure,
  getFeatureFlags,
  getPerson as getPersonOp,
  getSiteConfigs,
  listErasures,
  listPeople,
  type OpOutput,
  previewErasure,
  signOutPerson,
  successorNeeded,
  unblockPerson,
} from "@lectern/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { createFlags } from "../../../testing/defaultAnswers.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { dialogNamed, eventually } from "../../../testing/screen.ts";
import { Failure, failOp, getPerson, listInputs, pauseOp, stubOp } from "../../../testing/stubServer.ts";

const panel = () => dialogNamed("Admin Interface").getByRole("region", { name: "People" });
const person = (name: string) => panel().getByRole("list", { name: "People" }).getByRole("button", { name });

const createPerson = (name: string, changes: Partial<AdministeredPerson> = {}): AdministeredPerson => ({
  id: `id-${name}`,
  name,
  email: `${name.toLowerCase()}@uni.edu`,
  isEmailVerified: true,
  administratorSource: null,
  blockedAt: null,
  lastSeenAt: "2026-11-20T10:00:00.000Z",
  activeSessionCount: 2,
  ...changes,
});

const createDetails = (
  shown: AdministeredPerson,
  changes: Partial<OpOutput<typeof getPersonOp>> = {},
): OpOutput<typeof getPersonOp> => ({
  person: shown,
  createdAt: "2026-01-02T10:00:00.000Z",
  lastSignInAt: "2026-11-19T10:00:00.000Z",
  storage: { files: { count: 3, bytes: 2_500_000 }, conversations: { count: 1, bytes: 1_000 } },
  groups: [],
  groupCount: 0,
  usageThisMonth: { cost: 1.5, answers: 12, inputTokens: 1_000, outputTokens: 234 },
  ...changes,
});

/** Answers as a server with these people, the first of whom is opened. */
function stubPeople(people: AdministeredPerson[], changes: Partial<OpOutput<typeof getPersonOp>> = {}): void {
  stubOp(getFeatureFlags, createFlags({ adminInterface: true }));
  stubOp(getSiteConfigs, { states: {} });
  stubOp(listPeople, { people, nextCursor: null });
  stubOp(getPersonOp, ({ personId }) => {
    const found = people.find(({ id }) => id === personId);
    if (!found) throw new Failure("This person doesn’t exist.");
    return createDetails(found, changes);
  });
}

const open = () => renderApp("#page=admin&tab=people");

test("people are searched, filtered and sorted, and more are loaded on request", async () => {
  stubPeople([]);
  stubOp(listPeople, ({ query, cursor }) => {
    if (query === "nobody") return { people: [], nextCursor: null };
    if (cursor) return { people: [createPerson("Zoe")], nextCursor: null };
    return { people: [createPerson("Ann", { administratorSource: "added" })], nextCursor: "next" };
  });
  await open();
  await expect.element(person("Ann")).toBeVisible();
  await expect.element(panel().getByText("Administrator", { exact: true })).toBeVisible();
  await expect.element(panel().getByText("2 sessions")).toBeVisible();
  await panel().getByRole("button", { name: "Show more people" }).click();
  await expect.element(person("Zoe")).toBeVisible();
  await expect.element(panel().getByRole("button", { name: "Show more people" })).not.toBeInTheDocument();
  await panel().getByRole("combobox", { name: "Show people" }).click();
  await page.getByRole("option", { name: "Blocked", exact: true }).click();
  await panel().getByRole("combobox", { name: "Sort people by" }).click();
  await page.getByRole("option", { name: "Last seen first" }).click();
  await panel().getByRole("searchbox", { name: "Search people" }).fill("nobody");
  await expect.element(panel().getByText("Nobody has this in their name or email address.")).toBeVisible();
  expect(listInputs(listPeople).at(-1)).toMatchObject({ query: "nobody", status: "blocked", sort: "lastSeen" });
});

test("the address of somebody without a name is shown once, and whether it is verified", async () => {
  const email = "nameless@uni.edu";
  stubPeople([createPerson(email, { email }), createPerson("Ann", { isEmailVerified: false })]);
  await open();
  const row = (name: string) => panel().getByRole("listitem").filter({ hasText: name });
  await expect.element(row(email)).toMatchTextContent(/^nameless@uni\.edu *Last seen/);
  await expect.element(row("Ann")).toMatchTextContent(/^Ann *ann@uni\.edu · not verified *Last seen/);
});

test("a list that can’t be loaded says so, and is loaded again", async () => {
  stubPeople([createPerson("Ann")]);
  failOp(listPeople, "The database is down.");
  await open();
  await expect.element(panel().getByText("The people couldn’t be loaded.")).toBeVisible();
  await expect.element(panel().getByText("The database is down.")).toBeVisible();
  stubPeople([createPerson("Ann")]);
  await panel().getByRole("button", { name: "Try again" }).click();
  await expect.element(person("Ann")).toBeVisible();
});

test("a person is shown with figures and groups, and signed out everywhere after a question", async () => {
  const groups = [
    { name: "Lab", level: "admin", isOnlyAdministrator: true } as const,
    { name: "Course", level: "read", isOnlyAdministrator: false } as const,
  ];
  stubPeople([createPerson("Ann")], { groups, groupCount: 3 });
  stubOp(signOutPerson, {});
  await open();
  await person("Ann").click();
  const dialog = dialogNamed("Ann");
  await expect.element(dialog.getByText("3 files (2.5 MB), 1 chat (1 kB)")).toBeVisible();
  await expect.element(dialog.getByText("$1.50 · 12 answers · 1,234 tokens")).toBeVisible();
  await expect.element(dialog.getByRole("heading", { name: "3 groups" })).toBeVisible();
  await expect.element(dialog.getByText("Lab The only administrator")).toBeVisible();
  await expect.element(dialog.getByText("Course Can chat")).toBeVisible();
  await expect.element(dialog.getByText("and 1 more")).toBeVisible();
  await dialog.getByRole("button", { name: "Sign out everywhere" }).click();
  const question = page.getByRole("alertdialog");
  await expect.element(question).toMatchTextContent(/All sessions of ann@uni\.edu end within seconds/);
  await question.getByRole("button", { name: "Cancel" }).click();
  expect(listInputs(signOutPerson)).toEqual([]);
  await dialog.getByRole("button", { name: "Sign out everywhere" }).click();
  await question.getByRole("button", { name: "Sign out" }).click();
  await eventually(() => listInputs(signOutPerson)).toEqual([{ personId: "id-Ann" }]);
  await expect.element(page.getByText("Signed out everywhere.")).toBeVisible();
});

test("nobody blocks or erases their own account", async () => {
  const { id } = getPerson();
  stubPeople([createPerson("Me", { id, administratorSource: "environment" })]);
  await open();
  await person("Me").click();
  const dialog = dialogNamed("Me");
  await expect.element(dialog.getByText("You can’t block or erase your own account.")).toBeVisible();
  await expect.element(dialog.getByRole("button", { name: "Block" })).toBeDisabled();
  await expect.element(dialog.getByRole("button", { name: "Erase…" })).toBeDisabled();
  await expect.element(dialog.getByText("Administrator by the server’s configuration (ADMINS)")).toBeVisible();
});

test("a block asks for a successor where a group would have no administrator, and shows a refusal", async () => {
  const groups = [{ name: "Lab", level: "admin", isOnlyAdministrator: true } as const];
  stubPeople([createPerson("Ann", { administratorSource: "environment" }), createPerson("Ben")], {
    groups,
    groupCount: 1,
  });
  failOp(blockPerson, "The successor must be another person who can sign in.");
  await open();
  await person("Ann").click();
  await dialogNamed("Ann").getByRole("button", { name: "Block" }).click();
  const dialog = dialogNamed("Block ann@uni.edu");
  await expect.element(dialog.getByText("Nobody else administers “Lab”. Who becomes administrator?")).toBeVisible();
  await expect.element(dialog.getByText(/ADMINS in the server’s configuration lists this address/)).toBeVisible();
  const submit = dialog.getByRole("button", { name: "Block" });
  await expect.element(submit).toHaveAttribute("aria-disabled", "true");
  await dialog.getByRole("combobox", { name: "Successor" }).click();
  await expect.element(page.getByRole("option", { name: "Ann (ann@uni.edu)" })).not.toBeInTheDocument();
  await page.getByRole("option", { name: "Ben (ben@uni.edu)" }).click();
  await submit.click();
  await expect
    .element(dialog.getByRole("alert"))
    .toMatchTextContent(/^The successor must be another person who can sign in\./);
  stubOp(blockPerson, {});
  await submit.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(listInputs(blockPerson).at(-1)).toEqual({ personId: "id-Ann", successorId: "id-Ben" });
});

test("a block asks for a successor when the server says that one is needed, and not after another conflict", async () => {
  stubPeople([createPerson("Ann"), createPerson("Ben")]);
  const refuse = (message: string, fields: object) =>
    failOp(blockPerson, message, { status: 409, code: "conflict", fields });
  refuse("This was changed elsewhere or already exists.", {});
  await open();
  await person("Ann").click();
  await dialogNamed("Ann").getByRole("button", { name: "Block" }).click();
  const dialog = dialogNamed("Block ann@uni.edu");
  const submit = dialog.getByRole("button", { name: "Block" });
  await submit.click();
  await expect.element(dialog.getByRole("alert")).toMatchTextContent(/This was changed elsewhere/);
  await expect.element(dialog.getByRole("button", { name: "Request request-of-the-test, copy" })).toBeVisible();
  await expect.element(dialog.getByRole("combobox", { name: "Successor" })).not.toBeInTheDocument();

  refuse("This person is the only administrator of “New”.", { type: successorNeeded });
  await submit.click();
  await dialog.getByRole("combobox", { name: "Successor" }).click();
  await page.getByRole("option", { name: "Ben (ben@uni.edu)" }).click();
  stubOp(blockPerson, {});
  const pause = pauseOp(blockPerson);
  await submit.click();
  await pause.reached;
  await expect.element(dialog.getByRole("combobox", { name: "Successor" })).toBeVisible();
  pause.release();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(listInputs(blockPerson).at(-1)).toEqual({ personId: "id-Ann", successorId: "id-Ben" });
});

test("who is blocked is unblocked; a failure has the id of its request", async () => {
  stubPeople([createPerson("Ann", { blockedAt: "2026-11-21T10:00:00.000Z" })]);
  failOp(unblockPerson, "The database is down.");
  await open();
  await person("Ann").click();
  await dialogNamed("Ann").getByRole("button", { name: "Unblock" }).click();
  const notice = page.getByRole("alert").filter({ hasText: "The person couldn’t be unblocked." });
  await expect.element(notice.getByRole("button", { name: "Request request-of-the-test, copy" })).toBeVisible();
  stubOp(unblockPerson, () => {
    stubPeople([createPerson("Ann")]);
    return {};
  });
  await dialogNamed("Ann").getByRole("button", { name: "Unblock" }).click();
  await expect.element(dialogNamed("Ann").getByRole("button", { name: "Block" })).toBeVisible();
});

test("an erasure shows what it deletes and hands over, is confirmed by the address, and ends in a report", async () => {
  stubPeople([createPerson("Ann"), createPerson("Ben")]);
  stubOp(previewErasure, {
    email: "ann@uni.edu",
    administratorSource: "environment",
    deleted: [
      { kind: "conversations", count: 2 },
      { kind: "files", count: 1 },
    ],
    groups: ["Lab"],
    services: ["Robot"],
  });
  const report: OpOutput<typeof getErasure> = {
    personId: "id-Ann",
    startedAt: "2026-11-21T10:00:00.000Z",
    endedAt: null,
    erasedBy: "Head (head@uni.edu)",
    successor: "Ben (ben@uni.edu)",
    deleted: [{ kind: "conversations", count: 2, remaining: 1 }],
    handedOver: { groups: 1, services: 1 },
  };
  stubOp(getErasure, report);
  stubOp(erasePerson, {});
  const pause = pauseOp(erasePerson);
  await open();
  await person("Ann").click();
  await dialogNamed("Ann").getByRole("button", { name: "Erase…" }).click();
  const dialog = dialogNamed("Erase a person");
  await expect.element(dialog.getByText("2 chats")).toBeVisible();
  await expect.element(dialog.getByText("1 file", { exact: true })).toBeVisible();
  await expect.element(dialog.getByText(/Nobody else administers “Lab”/)).toBeVisible();
  await expect.element(dialog.getByText(/A successor other than you gets the services “Robot”/)).toBeVisible();
  await expect.element(dialog.getByText(/Whoever signs in with it next becomes an administrator/)).toBeVisible();
  const submit = dialog.getByRole("button", { name: "Erase" });
  const field = dialog.getByRole("textbox", { name: "Type the email address to confirm" });
  await field.fill("ann@uni.ed");
  await expect.element(submit).toBeDisabled();
  await field.fill("Ann@uni.edu");
  // The group needs a successor.
  await expect.element(submit).toBeDisabled();
  await dialog.getByRole("combobox", { name: "Successor" }).click();
  await page.getByRole("option", { name: "Ben (ben@uni.edu)" }).click();
  await submit.click();
  await pause.reached;
  pause.release();
  const erasure = dialogNamed("Erasure");
  await expect.element(erasure.getByText("Everything is being deleted.")).toBeVisible();
  await expect.element(erasure.getByText("2 chats, 1 left")).toBeVisible();
  await expect.element(erasure.getByText(/^1 of 2 deleted\. This goes on in the background/)).toBeVisible();
  stubOp(getErasure, {
    ...report,
    endedAt: "2026-11-21T10:05:00.000Z",
    deleted: [{ kind: "conversations", count: 2, remaining: 0 }],
  });
  await expect.element(erasure.getByText(/^Everything was deleted by /), { timeout: 10_000 }).toBeVisible();
  await expect.element(erasure.getByText("1 group and 1 service, to Ben (ben@uni.edu)")).toBeVisible();
  await expect.element(erasure.getByText(/by Head \(head@uni\.edu\)\.$/)).toBeVisible();
  expect(listInputs(erasePerson)).toEqual([{ personId: "id-Ann", email: "Ann@uni.edu", successorId: "id-Ben" }]);
});

test("a refused erasure says why, and nothing is lost of what was typed", async () => {
  stubPeople([createPerson("Ann")]);
  stubOp(previewErasure, { email: "ann@uni.edu", administratorSource: null, deleted: [], groups: [], services: [] });
  failOp(erasePerson, "This person is the only administrator of “New”. Please choose a successor.");
  await open();
  await person("Ann").click();
  await dialogNamed("Ann").getByRole("button", { name: "Erase…" }).click();
  const dialog = dialogNamed("Erase a person");
  await expect.element(dialog.getByText("Nothing is stored.")).toBeVisible();
  await dialog.getByRole("textbox").fill("ann@uni.edu");
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog.getByRole("alert")).toMatchTextContent(/the only administrator of “New”/);
  await expect.element(dialog.getByRole("button", { name: "Request request-of-the-test, copy" })).toBeVisible();
  await expect.element(dialog.getByRole("textbox")).toHaveValue("ann@uni.edu");
});

test("the last erasures are listed without names, and lead to their reports", async () => {
  stubPeople([]);
  const erasure = { personId: "gone", startedAt: "2026-11-21T10:00:00.000Z", endedAt: "2026-11-21T10:00:05.000Z" };
  stubOp(listErasures, { erasures: [erasure] });
  stubOp(getErasure, {
    ...erasure,
    erasedBy: null,
    successor: null,
    deleted: [],
    handedOver: { groups: 0, services: 0 },
  });
  await open();
  await expect.element(panel().getByText("There is nobody here.")).toBeVisible();
  await expect.element(panel().getByText("Everything is deleted")).toBeVisible();
  await panel()
    .getByRole("button", { name: /^Person erased on/ })
    .click();
  await expect.element(dialogNamed("Erasure").getByText("Nothing was stored.")).toBeVisible();
});
