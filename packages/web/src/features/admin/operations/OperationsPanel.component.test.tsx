import {
  deleteOperation,
  getFeatureFlags,
  getOperations,
  getSiteConfigs,
  keptSecret,
  operationTexts,
  type RegisteredOperation,
  registerOperations,
} from "@lectern/contract";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { closeSiteAdmin, openSiteAdmin } from "../../../entities/shell/siteAdminRoute.ts";
import { createFlags } from "../../../testing/defaultAnswers.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { dialogNamed, eventually } from "../../../testing/screen.ts";
import { getSelectField, listChoices, selectChoice } from "../../../testing/selectField.ts";
import { emitBrowserEvent, failOp, listInputs, pauseOp, stubOp } from "../../../testing/stubServer.ts";

const dialog = () => dialogNamed("Admin Interface");
const region = (name: string) => dialog().getByRole("region", { name, exact: true });
const form = () => region("Register ops");
const field = (name: string) => form().getByRole("textbox", { name, exact: true });
const button = (name: string) => form().getByRole("button", { name, exact: true });
const drafts = () => form().getByRole("list", { name: "Drafted ops" }).getByRole("listitem");
const table = () => region("Manage Ops").getByRole("table", { name: "Manage Ops" });
const row = (name: string) => table().getByRole("row", { name: new RegExp(`^${name}`) });
const notice = (text: string) => page.getByText(text, { exact: true });

const createOperation = (id: string, fields: Partial<RegisteredOperation> = {}): RegisteredOperation => ({
  ...{ id, name: id, url: "https://api.uni.edu/courses", method: "POST", description: "Finds a course." },
  ...{ type: "custom", params: [{ name: "course", description: "Its number." }], tags: ["courses", "study"] },
  auth: { type: "none", token: "", username: "", password: "" },
  data: { defaultErrorMessage: "", shouldConfirm: false, confirmationMessage: "" },
  ...fields,
});

let operations: RegisteredOperation[];
beforeEach(() => {
  operations = [createOperation("find_course"), createOperation("send_mail", { tags: ["Letters"] })];
  stubOp(getFeatureFlags, createFlags({ adminInterface: true, assistantApis: true }));
  stubOp(getSiteConfigs, { states: {} });
  stubOp(getOperations, () => ({ operations }));
  stubOp(registerOperations, ({ ops }) => {
    const ids = ops.map(({ id }) => id);
    operations = [...operations.filter(({ id }) => !ids.includes(id)), ...ids.map((id) => createOperation(id))];
    return { ids };
  });
  stubOp(deleteOperation, ({ op }) => {
    operations = operations.filter(({ id }) => id !== op.id);
    return {};
  });
});

async function open(): Promise<void> {
  await renderApp("#page=admin&tab=operations");
  await expect.element(form()).toBeVisible();
}

async function draft(id: string, tags = "courses"): Promise<void> {
  await field("Function name").fill(id);
  await field("URL").fill("https://api.uni.edu/x");
  await field("Tags").fill(tags);
}

test("[A2.58] [A2.59] [A4.01] [A7.31] [A8.39a] [G4.07] [G8.14c] several ops are drafted and registered, which clears the drafts", async () => {
  await open();
  await expect.element(region("Understanding Ops")).toMatchTextContent(/that an assistant can make/);
  await expect.element(button("Register")).toBeDisabled();
  await draft(" first ");
  await button("Draft another op").click();
  await expect.element(field("Function name")).toHaveFocus();
  await expect.element(field("Function name")).toHaveValue("");
  await expect.element(drafts()).toHaveTextContent("firstPOST https://api.uni.edu/x");
  await draft("second");
  await button("Register").click();
  await expect.element(notice("Successfully registered ops")).toBeVisible();
  await expect.element(row("second")).toBeVisible();
  await expect.element(drafts()).not.toBeInTheDocument();
  await expect.element(field("Function name")).toHaveValue("");
  expect(listInputs(registerOperations)[0]?.ops.map(({ id, name }) => [id, name])).toEqual([
    ["first", "first"],
    ["second", "second"],
  ]);
});

test("[A3.01] [A5.05] [G3.05] an op is sent as it was typed, with its tags split by commas and trimmed", async () => {
  await open();
  await draft("first", " a, b ,, a");
  await expect.element(getSelectField(form(), "Method")).toHaveValue("POST");
  await field("Description").fill("Finds it.");
  await button("Add a parameter").click();
  await field("Name of parameter 1").fill("course");
  await field("Description of parameter 1").fill("Its number.");
  await button("Add a parameter").click();
  await selectChoice(form(), "Authentication", "Username and password (basic)");
  await field("Username").fill("lectern");
  await form().getByLabelText("Password", { exact: true }).fill("hunter2");
  await form().getByRole("switch", { name: "Ask before each call" }).click({ force: true });
  await field("Question").fill("Really?");
  await field("Error message").fill("Try later.");
  await button("Register").click();
  await expect.element(notice("Successfully registered ops")).toBeVisible();
  expect(listInputs(registerOperations)[0]?.ops).toEqual([
    {
      ...{ id: "first", name: "first", url: "https://api.uni.edu/x", method: "POST", description: "Finds it." },
      ...{ type: "custom", params: [{ name: "course", description: "Its number." }], tags: ["a", "b"] },
      auth: { type: "basic", token: "", username: "lectern", password: "hunter2" },
      data: { shouldConfirm: true, confirmationMessage: "Really?", defaultErrorMessage: "Try later." },
    },
  ]);
});

test("an op can use the person’s account at an integration, and a built-in one can’t be changed", async () => {
  operations.push(
    createOperation("google_docs_append_text", { integration: "google_docs", isBuiltIn: true, tags: ["Google Docs"] }),
  );
  await open();
  await expect.element(row("google_docs_append_text").getByText("Built in", { exact: true })).toBeVisible();
  expect(row("google_docs_append_text").getByRole("button").elements()).toEqual([]);
  await draft("free_busy");
  await selectChoice(form(), "Authentication", "The person’s account at an integration");
  await button("Register").click();
  await expect.element(form().getByText("Please choose the integration of “free_busy”.")).toBeVisible();
  await selectChoice(form(), "Integration", "Google Calendar");
  await button("Register").click();
  await expect.element(notice("Successfully registered ops")).toBeVisible();
  expect(listInputs(registerOperations)[0]?.ops[0]?.auth).toMatchObject({
    ...{ type: "integration", integration: "google_calendar" },
  });
});

test("[A5.03] [A5.04] [G5.08] parameters are offered only for POST, PUT and PATCH, and GET and DELETE get none", async () => {
  await open();
  await draft("first");
  await button("Add a parameter").click();
  await field("Name of parameter 1").fill("course");
  expect(await listChoices(form(), "Method")).toEqual(["GET", "POST", "PUT", "DELETE", "PATCH"]);
  for (const method of ["PUT", "PATCH"]) {
    await selectChoice(form(), "Method", method);
    await expect.element(field("Name of parameter 1")).toHaveValue("course");
  }
  for (const method of ["DELETE", "GET"]) {
    await selectChoice(form(), "Method", method);
    await expect.element(form().getByRole("group", { name: "Parameters" })).not.toBeInTheDocument();
    await expect.element(form().getByText("GET and DELETE requests have no parameters.")).toBeVisible();
  }
  await button("Register").click();
  await expect.element(notice("Successfully registered ops")).toBeVisible();
  expect(listInputs(registerOperations)[0]?.ops[0]).toMatchObject({ method: "GET", params: [] });
});

test("[A5.02] [G5.07] ops without a name, a URL or tags are not sent, and stay", async () => {
  await open();
  await draft("first", " , ");
  await button("Draft another op").click();
  await expect.element(drafts()).toMatchTextContent(/A function name, a URL and tags are required/);
  await draft("second");
  await button("Register").click();
  await expect.element(form().getByRole("alert")).toHaveTextContent(operationTexts.incompleteOperation);
  expect(listInputs(registerOperations)).toEqual([]);
  await drafts().getByRole("button", { name: "Edit first" }).click();
  await expect.element(form().getByRole("alert")).not.toBeInTheDocument();
  await expect.element(field("Function name")).toHaveValue("first");
  await field("Tags").fill("t");
  await expect.element(drafts()).toMatchTextContent(/^second/);
  await button("Register").click();
  await expect.element(notice("Successfully registered ops")).toBeVisible();
});

test.each([
  ["1st", "https://api.uni.edu", /“1st” is not a function name/],
  ["first", "api.uni.edu", /The URL of “first” must start with https/],
])("what the server would refuse is said before it is sent: %s at %s", async (id, url, problem) => {
  await open();
  await draft(id);
  await field("URL").fill(url);
  await button("Register").click();
  await expect.element(form().getByRole("alert")).toMatchTextContent(problem);
  expect(listInputs(registerOperations)).toEqual([]);
});

test("[A8.02] [G8.11] a failure says why, and nothing that was typed is lost", async () => {
  failOp(registerOperations, "There are too many operations. Please delete some.");
  await open();
  await draft("first");
  await button("Draft another op").click();
  await draft("second");
  await button("Register").click();
  await expect.element(notice("Failed to register ops. Please try again later...")).toBeVisible();
  await expect.element(notice("There are too many operations. Please delete some.")).toBeVisible();
  await expect.element(drafts()).toMatchTextContent(/^first/);
  await expect.element(field("Function name")).toHaveValue("second");
});

test("what is typed while ops are being registered stays", async () => {
  const { release } = pauseOp(registerOperations);
  await open();
  await draft("first");
  await button("Register").click();
  await field("Description").fill("Later.");
  release();
  await expect.element(notice("Successfully registered ops")).toBeVisible();
  await expect.element(field("Function name")).toHaveValue("first");
  await expect.element(field("Description")).toHaveValue("Later.");
});

test("drafts outlive another tab, the back button and a reload of the list, and closing asks", async () => {
  await open();
  await draft("first");
  await button("Draft another op").click();
  await draft("second");
  await expect.element(dialog().getByRole("tab", { name: "Ops, not saved" })).toBeVisible();
  emitBrowserEvent({ type: "config" });
  await region("Manage Ops").getByRole("button", { name: "Reload the ops" }).click();
  await eventually(() => listInputs(getOperations).length).toBeGreaterThan(1);
  await dialog().getByRole("tab", { name: "Usage" }).click();
  closeSiteAdmin();
  await expect.element(dialog()).not.toBeInTheDocument();
  openSiteAdmin("operations");
  await expect.element(drafts()).toMatchTextContent(/^first/);
  await expect.element(field("Function name")).toHaveValue("second");
  await dialog().getByRole("button", { name: "Save Changes" }).click();
  await expect.element(notice("Ops: the drafts have not been registered yet.")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard changes" }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  openSiteAdmin("operations");
  await expect.element(field("Function name")).toHaveValue("");
  await expect.element(drafts()).not.toBeInTheDocument();
});

test("[A2.60] ops are searched by name or tag", async () => {
  await open();
  const search = region("Manage Ops").getByRole("searchbox", { name: "Search ops by name or tag" });
  await search.fill("FIND");
  await expect.element(row("send_mail")).not.toBeInTheDocument();
  await expect.element(row("find_course")).toBeVisible();
  await search.fill("letter");
  await expect.element(row("find_course")).not.toBeInTheDocument();
  await expect.element(row("send_mail")).toMatchTextContent(/POST https:\/\/api\.uni\.edu\/courses.*Letters/);
  await search.fill("nothing");
  await expect.element(dialog().getByText("No op has this name or tag.")).toBeVisible();
});

test("[A2.60] [A9.01a] [G9.07] the table is at most 500 px high, and scrolls", async () => {
  operations = Array.from({ length: 40 }, (_, index) => createOperation(`op${index}`));
  await open();
  await expect.element(row("op39")).toBeInTheDocument();
  const scroller = table().element().parentElement;
  expect(scroller?.clientHeight).toBe(500);
  expect(scroller?.scrollHeight).toBeGreaterThan(500);
});

test("an op is edited in the fields, where its secret is kept, and what was typed becomes a draft", async () => {
  const auth = { type: "bearer", token: keptSecret, username: "", password: "" } as const;
  operations = [createOperation("find_course", { auth, method: "PATCH" })];
  await open();
  await draft("typed");
  await row("find_course").getByRole("button", { name: "Edit find_course" }).click();
  await expect.element(field("Function name")).toHaveFocus();
  await expect.element(field("Tags")).toHaveValue("courses, study");
  await expect.element(field("Name of parameter 1")).toHaveValue("course");
  await expect.element(getSelectField(form(), "Method")).toHaveValue("PATCH");
  await expect.element(form().getByText("The stored one is kept.")).toBeVisible();
  await expect.element(drafts()).toMatchTextContent(/^typed/);
  await drafts().getByRole("button", { name: "Remove typed" }).click();
  await button("Register").click();
  await expect.element(notice("Successfully registered ops")).toBeVisible();
  expect(listInputs(registerOperations)[0]?.ops).toMatchObject([{ id: "find_course", auth }]);
});

test("[A4.01] [A7.32] [A8.39a] [G8.14c] an op is deleted after a question", async () => {
  await open();
  await row("find_course").getByRole("button", { name: "Delete find_course" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete op" });
  await question.getByRole("button", { name: "Cancel" }).click();
  expect(listInputs(deleteOperation)).toEqual([]);
  await row("find_course").getByRole("button", { name: "Delete find_course" }).click();
  await question.getByRole("button", { name: "Delete", exact: true }).click();
  await expect.element(notice("Successfully deleted OP")).toBeVisible();
  await expect.element(row("find_course")).not.toBeInTheDocument();
  const { id, name, tags, url } = createOperation("find_course");
  expect(listInputs(deleteOperation)).toEqual([{ op: { id, name, tags, url } }]);
});

test("[A8.03] [G8.11] a deletion that failed says why, and the op stays", async () => {
  failOp(deleteOperation, "The database is down.");
  await open();
  await row("find_course").getByRole("button", { name: "Delete find_course" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete", exact: true }).click();
  await expect.element(notice("Unable to delete the Op. Please try again...")).toBeVisible();
  await expect.element(notice("The database is down.")).toBeVisible();
  await expect.element(row("find_course")).toBeVisible();
});

test("the list says that it is loading, empty, or could not be loaded", async () => {
  operations = [];
  const { release } = pauseOp(getOperations);
  await open();
  await expect.element(region("Manage Ops").getByText("Loading the ops")).toBeInTheDocument();
  release();
  await expect.element(dialog().getByText("No op has been registered yet.")).toBeVisible();
  failOp(getOperations, "You’re offline. Try again when you’re back online.");
  await region("Manage Ops").getByRole("button", { name: "Reload the ops" }).click();
  await expect.element(region("Manage Ops").getByRole("alert")).toMatchTextContent(/couldn’t be loaded.*offline/);
  stubOp(getOperations, { operations: [createOperation("back")] });
  await region("Manage Ops").getByRole("button", { name: "Try again" }).click();
  await expect.element(row("back")).toBeVisible();
});

test("while the feature is off, the tab says so", async () => {
  stubOp(getFeatureFlags, createFlags({ adminInterface: true }));
  await renderApp("#page=admin&tab=operations");
  await expect.element(dialog().getByText("Assistants can’t call ops", { exact: false })).toBeVisible();
  await expect.element(region("Understanding Ops")).toBeVisible();
  await expect.element(region("Manage Ops")).not.toBeInTheDocument();
  await expect.element(form()).not.toBeInTheDocument();
  expect(listInputs(getOperations)).toEqual([]);
});

test("ops can be registered while the feature is off for everybody, and the tab says so", async () => {
  const flag = { enabled: false, userExceptions: [], amplifyGroupExceptions: [] };
  stubOp(getSiteConfigs, { featureFlags: { assistantApis: flag }, states: {} });
  await open();
  await expect.element(dialog().getByText("Assistants can’t call ops", { exact: false })).toBeVisible();
  await dialog().getByRole("button", { name: "Open the feature flags" }).click();
  await eventually(() => location.hash).toBe("#page=admin&tab=featureFlags");
});
