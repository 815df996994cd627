import {
  AssistantOperation,
  createAssistant,
  executeCustomApi,
  getFeatureFlags,
  getOperations,
  keptSecret,
  type RegisteredOperation,
} from "@lectern/contract";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { assistantEditor, editorField } from "../../../../../testing/assistantScreen.ts";
import { alertWithText } from "../../../../../testing/chatPage.ts";
import { createFlags } from "../../../../../testing/defaultAnswers.ts";
import { reloadApp } from "../../../../../testing/reloadApp.ts";
import { eventually } from "../../../../../testing/screen.ts";
import { getSelectField, listChoices, selectChoice } from "../../../../../testing/selectField.ts";
import { type StoredAssistant, stubAssistants } from "../../../../../testing/stubAssistants.ts";
import { failOp, listInputs, pauseOp, stubOp } from "../../../../../testing/stubServer.ts";
import { editorButton, expectEditorClosed, openEditor, renderEditor } from "../../../testing/editorControls.ts";
import { formatPlaceholder } from "../../draft/operationTexts.ts";

beforeEach(() => {
  stubOp(getFeatureFlags, createFlags({ assistantApis: true }));
  stubOp(getOperations, { operations: [] });
});

const courses = AssistantOperation.parse({
  id: "courses",
  name: "Courses",
  description: "Finds courses.",
  type: "http",
  params: [{ name: "title", description: "A part of the title" }],
  requestType: "GET",
  url: `https://courses.example.org/search?q=${formatPlaceholder("title")}`,
  headers: { Accept: keptSecret },
  auth: { type: "bearer", token: keptSecret },
});
const tutor: StoredAssistant = {
  assistantId: "astp/1",
  name: "Tutor",
  instructions: "Help.",
  data: { featureOptions: { IncludeApiInstr: true }, operations: [courses] },
};

const sectionTitle = () => assistantEditor().getByRole("group").getByText("API capabilities", { exact: true });
const apiSwitch = () => assistantEditor().getByRole("switch", { name: "Let the assistant call APIs" });

async function openSection(assistantId: string | null = null): Promise<void> {
  await renderEditor(assistantId);
  await expect.element(sectionTitle()).toBeVisible();
  openDetails("[data-draft-field='operations'] > summary");
}

/** Opens the row of a custom API. */
const openApi = (id: string) => openDetails(`[data-api='${id}'] > summary`);
const openDetails = (selector: string) => assistantEditor().element().querySelector<HTMLElement>(selector)?.click();

const listSaved = () => listInputs(createAssistant).map(({ data }) => data?.operations);

test("without the flag, the editor has no API capabilities", async () => {
  stubAssistants([]);
  stubOp(getFeatureFlags, createFlags({ assistantApis: false }));
  await renderEditor();
  await expect.element(assistantEditor().getByText("API capabilities")).not.toBeInTheDocument();
});

test("an incomplete API keeps an assistant from being saved, so it is shown although the feature has been switched off", async () => {
  stubAssistants([{ ...tutor, data: { ...tutor.data, operations: [{ ...courses, description: "" }] } }]);
  stubOp(getFeatureFlags, createFlags({ assistantApis: false }));
  await renderEditor("astp/1");
  await editorField("Assistant Name").fill("Guide");
  await expect.element(sectionTitle()).not.toBeInTheDocument();
  await editorButton("Save").click();
  await expect.element(apiSwitch()).toBeVisible();
  await apiSwitch().click();
  await editorButton("Save").click();
  await expectEditorClosed();
});

test("what is typed into the field of a secret while the assistant is saved is kept", async () => {
  stubAssistants([
    { ...tutor, data: { ...tutor.data, operations: [{ ...courses, auth: { type: "bearer", token: "t" } }] } },
  ]);
  await openSection("astp/1");
  openApi("courses");
  await editorField("Assistant Name").fill("Guide");
  const token = assistantEditor().getByLabelText("Token", { exact: true });
  const saving = pauseOp(createAssistant);
  token.element().focus();
  await userEvent.keyboard("{Control>}s{/Control}");
  await saving.reached;
  await userEvent.keyboard("{End}w");
  await expect.element(token).toHaveValue("tw");
  saving.release();
});

test("authors who need no API see a closed row, and below its switch nothing until it is on", async () => {
  stubAssistants([]);
  await openSection();
  await expect.element(apiSwitch()).not.toBeChecked();
  await expect.element(editorButton("Add a custom API")).not.toBeInTheDocument();
  await apiSwitch().click();
  await expect.element(editorButton("Add a custom API")).toBeVisible();
  await expect
    .element(assistantEditor().getByText("Your administrator has not registered any operations yet."))
    .toBeVisible();
});

test("[G2.07] [G3.06] a custom API is described with all its fields, and stored under the name of a function", async () => {
  stubAssistants([]);
  await openSection();
  await editorField("Assistant Name").fill("Tutor");
  await apiSwitch().click();
  await editorButton("Add a custom API").click();
  await expect.element(editorField("Name")).toHaveFocus();
  await userEvent.keyboard("Find courses");
  await expect.element(assistantEditor().getByText("The model calls it Find_courses.")).toBeVisible();
  expect(await listChoices(assistantEditor(), "Request type")).toEqual(["GET", "POST", "PUT", "DELETE", "PATCH"]);
  await expect.element(editorField("JSON body")).not.toBeInTheDocument();
  await selectChoice(assistantEditor(), "Request type", "POST");
  await editorField("URL").fill("https://courses.example.org/search");
  await editorButton("Add a parameter").click();
  await expect.element(editorField("Name of parameter 1")).toHaveFocus();
  await userEvent.keyboard("title");
  await editorField("Description of parameter 1").fill("A part of the title");
  await expect.element(assistantEditor().getByText("all parameters are sent as a JSON object.")).toBeVisible();
  expect(
    assistantEditor()
      .getByText(/sent,? /i)
      .elements(),
  ).toHaveLength(1);
  await editorButton("Add a header").click();
  await editorField("Name of header 1").fill("Accept");
  await editorField("Value of header 1").fill("application/json");
  const body = `{"title":${formatPlaceholder("title")}}`;
  await editorField("JSON body").fill(body);
  await editorButton("Format JSON").click();
  await expect.element(editorField("JSON body")).toHaveValue(`{\n  "title": ${formatPlaceholder("title")}\n}`);
  await selectChoice(assistantEditor(), "Authentication", "Token (bearer)");
  await assistantEditor().getByLabelText("Token", { exact: true }).fill("a-token");
  // Above it is the description of the assistant.
  await editorField("Description").last().fill("Finds courses.");
  await expect.element(assistantEditor().getByRole("checkbox", { name: "Ask before each call" })).toBeChecked();
  await expect
    .element(editorField("Question before each call (optional)"))
    .toHaveAttribute("placeholder", "Do you want to allow the assistant to perform the specified operation?");
  await editorButton("Save").click();
  await expectEditorClosed();
  expect(listInputs(createAssistant)[0]?.data?.featureOptions).toMatchObject({ IncludeApiInstr: true });
  expect(listSaved()).toEqual([
    [
      {
        id: "Find_courses",
        name: "Find courses",
        description: "Finds courses.",
        params: [{ name: "title", description: "A part of the title" }],
        type: "http",
        requestType: "POST",
        url: "https://courses.example.org/search",
        headers: { Accept: "application/json" },
        body: `{\n  "title": ${formatPlaceholder("title")}\n}`,
        auth: { type: "bearer", token: "a-token", username: "", password: "" },
      },
    ],
  ]);
});

test("[G2.07] text that is not JSON is not formatted, and the field says so", async () => {
  stubAssistants([
    { ...tutor, data: { ...tutor.data, operations: [{ ...courses, requestType: "POST", body: "{a" }] } },
  ]);
  await openSection("astp/1");
  openApi("courses");
  await editorButton("Format JSON").click();
  await expect.element(assistantEditor().getByText("This isn’t valid JSON.")).toBeVisible();
  await expect.element(editorField("JSON body")).toHaveValue("{a");
});

test("[G5.03] an incomplete API cannot be saved while the assistant can call APIs; the focus goes to what is missing", async () => {
  stubAssistants([tutor]);
  await openSection("astp/1");
  await editorButton("Add a custom API").click();
  openDetails("[data-api^='new:'] > summary");
  openDetails("[data-draft-field='operations'] > summary");
  await editorButton("Save").click();
  const alert = "Please fill out all required API fields (Request Type, URL, and Description) before saving.";
  await expect.element(alertWithText(alert)).toBeVisible();
  await expect.element(assistantEditor().getByRole("textbox", { name: "URL", exact: true })).toHaveFocus();
  await userEvent.keyboard("courses");
  await expect
    .element(assistantEditor().getByText("Please enter an address that begins with https:// or http://."))
    .toBeVisible();
  expect(listSaved()).toEqual([]);
  // What is kept for later may be incomplete.
  await apiSwitch().click();
  await expect.element(alertWithText(alert)).not.toBeInTheDocument();
  await editorButton("Save").click();
  await expectEditorClosed();
  expect(listSaved()[0]).toMatchObject([{ id: "courses" }, { id: "api", name: "api", url: "courses" }]);
});

test("[G5.06] GET and DELETE have no body, and each type of authentication has its fields; secrets are not legible", async () => {
  stubAssistants([]);
  await openSection();
  await apiSwitch().click();
  await editorButton("Add a custom API").click();
  for (const type of ["POST", "PUT", "PATCH", "DELETE", "GET"]) {
    await selectChoice(assistantEditor(), "Request type", type);
    const field = expect.element(editorField("JSON body"));
    await (type === "DELETE" || type === "GET" ? field.not.toBeInTheDocument() : field.toBeVisible());
  }
  expect(await listChoices(assistantEditor(), "Authentication")).toEqual([
    "None",
    "Username and password (basic)",
    "Token (bearer)",
  ]);
  await expect.element(editorField("Username")).not.toBeInTheDocument();
  await selectChoice(assistantEditor(), "Authentication", "Username and password (basic)");
  await expect.element(editorField("Username")).toBeVisible();
  const secret = (name: string) => assistantEditor().getByLabelText(name, { exact: true });
  await expect.element(secret("Password")).toHaveAttribute("type", "password");
  await selectChoice(assistantEditor(), "Authentication", "Token (bearer)");
  await expect.element(secret("Token")).toHaveAttribute("type", "password");
  await expect.element(editorField("Username")).not.toBeInTheDocument();
});

test("[G3.06] a stored secret is kept as it is until it is replaced, which can be taken back; another server does not get it", async () => {
  stubAssistants([tutor]);
  await openSection("astp/1");
  openApi("courses");
  await expect.element(editorField("Token")).toHaveValue("Stored");
  await expect.element(editorField("Token")).toHaveAttribute("readonly");
  await editorField("URL").fill("https://other.example.org/");
  await expect
    .element(assistantEditor().getByText("The stored secrets are for https://courses.example.org only."))
    .toBeVisible();
  await editorButton("Test API").click();
  await expect.element(editorButton("Send request")).toBeDisabled();
  await editorButton("Close test").click();
  await editorButton("Save").click();
  await expect.element(editorField("URL")).toHaveFocus();
  await expect
    .element(editorField("URL"))
    .toHaveAccessibleDescription(
      "The stored secrets are for https://courses.example.org only. Please enter them again for another server.",
    );
  expect(listSaved()).toEqual([]);
  await editorField("URL").fill("https://courses.example.org/other");
  await editorButton("Replace: Token").click();
  await userEvent.keyboard("new");
  openApi("courses");
  await expect.element(editorField("URL")).not.toBeInTheDocument();
  openApi("courses");
  await editorButton("Keep what is stored: Token").click();
  await editorButton("Replace: Value of header 1").click();
  await userEvent.keyboard("text/csv");
  await editorButton("Save").click();
  await expectEditorClosed();
  expect(listSaved()[0]).toMatchObject([{ headers: { Accept: "text/csv" }, auth: { token: keptSecret } }]);
});

test("[G2.07] APIs can be duplicated, without their secrets, and deleted, which can be undone", async () => {
  stubAssistants([tutor]);
  await openSection("astp/1");
  openApi("courses");
  await editorButton("Duplicate").click();
  await expect.element(assistantEditor().getByText("Secrets of APIs can’t be copied.")).toBeVisible();
  const names = () =>
    assistantEditor()
      .getByRole("textbox", { name: "Name", exact: true })
      .elements()
      .map((field) => (field instanceof HTMLInputElement ? field.value : null));
  expect(names()).toEqual(["Courses", "Courses copy"]);
  await expect.element(assistantEditor().getByLabelText("Token", { exact: true }).last()).toHaveValue("");
  const remove = assistantEditor().getByRole("button", { name: "Delete API" });
  await remove.last().click();
  await remove.click();
  await expect.element(assistantEditor().getByText("“Courses” was deleted.")).toBeVisible();
  await expect.element(editorButton("Undo")).toHaveFocus();
  await editorButton("Undo").click();
  await expect.poll(names).toEqual(["Courses"]);
  await expect.element(editorField("Token")).toHaveValue("Stored");
  await expect.element(assistantEditor().getByText("was deleted")).not.toBeInTheDocument();
});

test("[G2.08] the test asks for the parameters, sends the request with the stored secrets, and shows the response", async () => {
  stubAssistants([tutor]);
  stubOp(executeCustomApi, { status: 200, body: '{"id":1}', isCut: false, durationMs: 41.6 });
  await openSection("astp/1");
  openApi("courses");
  await editorButton("Test API").click();
  await expect
    .element(assistantEditor().getByText("This really sends a GET request to courses.example.org."))
    .toBeVisible();
  expect(listInputs(executeCustomApi)).toEqual([]);
  await expect.element(editorField("title")).toHaveFocus();
  await userEvent.keyboard("heat{Enter}");
  await expect.element(assistantEditor().getByText("Status 200 after 42 ms")).toBeVisible();
  const response = assistantEditor().getByRole("region", { name: "Response" });
  expect(response.element().textContent).toBe('{\n  "id": 1\n}');
  const { requestType, url, headers, auth } = courses;
  expect(listInputs(executeCustomApi)).toMatchObject([
    { requestType, url, headers, auth, params: { title: "heat" }, assistantId: "astp/1", operationId: "courses" },
  ]);
  stubOp(executeCustomApi, { status: 404, body: '{"text":"no', isCut: true, durationMs: 1_200 });
  await editorButton("Send again").click();
  await expect.element(assistantEditor().getByText("Status 404 after 1,200 ms")).toBeVisible();
  await expect
    .element(assistantEditor().getByText("The response is longer. Only its beginning is shown."))
    .toBeVisible();
  expect(response.element().textContent).toBe('{"text":"no');
  failOp(executeCustomApi, "This address is in a private network.", { status: 400, code: "badRequest" });
  await editorButton("Send again").click();
  await expect.element(alertWithText("This address is in a private network.")).toBeVisible();
  await expect.element(response).not.toBeInTheDocument();
});

test("[G2.08] a test that changes nothing and needs no value starts at once, and can be cancelled; others are sent when confirmed", async () => {
  stubAssistants([]);
  await openSection();
  await apiSwitch().click();
  await editorButton("Add a custom API").click();
  await editorButton("Test API").click();
  await expect.element(assistantEditor().getByText("Please enter the URL.")).toBeVisible();
  await expect.element(editorButton("Send request")).toBeDisabled();
  await editorButton("Close test").click();
  await editorField("URL").fill("https://example.org/");
  const sending = pauseOp(executeCustomApi);
  await editorButton("Test API").click();
  await sending.reached;
  await editorButton("Cancel request").click();
  await expect.element(editorButton("Send request")).toBeEnabled();
  await editorButton("Close test").click();
  await selectChoice(assistantEditor(), "Request type", "DELETE");
  await editorButton("Test API").click();
  await expect.element(editorButton("Send request")).toBeVisible();
  const [sent, ...others] = listInputs(executeCustomApi);
  expect(sent).not.toHaveProperty("assistantId");
  expect(others).toEqual([]);
});

test("[G3.04] registered operations are found by name, description and tags; a ticked one is stored, and one that is gone can be removed", async () => {
  const register = (name: string, description: string, tag: string): RegisteredOperation => ({
    id: name,
    name,
    description,
    tags: [tag],
    params: [{ name: "place", description: "Where" }],
    method: "POST",
    type: "custom",
    data: { defaultErrorMessage: "", shouldConfirm: false, confirmationMessage: "" },
  });
  stubOp(getOperations, {
    operations: [
      register("weather", "Tells the forecast.", "outside"),
      register("rooms", "Finds a free room.", "campus"),
    ],
  });
  const gone = { id: "gone", name: "gone", description: "", params: [], type: "custom" };
  stubAssistants([{ ...tutor, data: { ...tutor.data, operations: [gone] } }]);
  await openSection("astp/1");
  await expect.element(assistantEditor().getByText("No longer registered. The assistant can’t call it.")).toBeVisible();
  const list = assistantEditor().getByRole("list", { name: "Registered operations" });
  const names = () =>
    list
      .getByRole("checkbox")
      .elements()
      .map((box) => (box instanceof HTMLInputElement ? box.labels?.[0]?.textContent : null));
  const search = assistantEditor().getByRole("searchbox", { name: "Search operations" });
  for (const [query, found] of [
    ["WEATH", ["weather"]],
    ["free", ["rooms"]],
    ["campus room", ["rooms"]],
    ["nothing", []],
    ["", ["weather", "rooms"]],
  ] as const) {
    await search.fill(query);
    await expect.poll(names).toEqual(found);
  }
  await list.getByRole("checkbox", { name: "rooms" }).click();
  await editorButton("Remove gone").click();
  await editorButton("Save").click();
  await expectEditorClosed();
  expect(listSaved()).toEqual([
    [
      {
        id: "rooms",
        name: "rooms",
        description: "Finds a free room.",
        params: [{ name: "place", description: "Where" }],
        type: "custom",
      },
    ],
  ]);
});

test("an operation that uses the person’s account says so, and is found by its integration", async () => {
  const create = (id: string, fields: Partial<RegisteredOperation>): RegisteredOperation => ({
    ...{ id, name: id, method: "GET", description: "", type: "custom", params: [], tags: [] },
    data: { defaultErrorMessage: "", shouldConfirm: false, confirmationMessage: "" },
    ...fields,
  });
  const integration = { integration: "google_calendar", isBuiltIn: true } as const;
  stubOp(getOperations, {
    operations: [
      create("google_calendar_list_events", {
        ...integration,
        tags: ["Google Calendar"],
        description: "Lists events.",
      }),
      create("find_room", { description: "Finds a room.", tags: ["rooms"] }),
    ],
  });
  stubAssistants([]);
  await openSection();
  await apiSwitch().click({ force: true });
  const list = assistantEditor().getByRole("list", { name: "Registered operations" });
  await expect
    .element(list.getByText("Lists events. · Uses the person’s Google Calendar", { exact: true }))
    .toBeVisible();
  await expect.element(list.getByText("Finds a room. · rooms", { exact: true })).toBeVisible();
  await assistantEditor().getByRole("searchbox", { name: "Search operations" }).fill("calendar");
  await expect.element(list.getByText("find_room")).not.toBeInTheDocument();
  await list.getByRole("checkbox").click({ force: true });
  await editorField("Assistant Name").fill("Guide");
  await editorButton("Save").click();
  await expectEditorClosed();
  expect(listSaved()).toMatchObject([[{ id: "google_calendar_list_events", type: "custom" }]]);
});

test("registered operations that cannot be loaded say so, and the chosen ones stay", async () => {
  const weather = { id: "weather", name: "weather", description: "", params: [], type: "custom" };
  stubAssistants([{ ...tutor, data: { ...tutor.data, operations: [weather] } }]);
  failOp(getOperations, "The database is down.", { status: 400 });
  await openSection("astp/1");
  await expect.element(assistantEditor().getByText("The operations couldn’t be loaded.")).toBeVisible();
  await expect.element(assistantEditor().getByText("No longer registered")).not.toBeInTheDocument();
  stubOp(getOperations, { operations: [] });
  await editorButton("Try again").click();
  await expect.element(assistantEditor().getByText("No longer registered")).toBeVisible();
});

test("[G9.02] the language version of the ops is v1 at first; v4 is called 'Deep VU1'", async () => {
  stubAssistants([]);
  await renderEditor();
  await editorField("Assistant Name").fill("Tutor");
  openDetails("[data-draft-field='advanced'] > summary");
  const label = "Assistant Ops Language Version";
  await expect.element(getSelectField(assistantEditor(), label)).toHaveValue("v1");
  expect(await listChoices(assistantEditor(), label)).toEqual(["v1", "v2", "v3", "Deep VU1", "Custom"]);
  await selectChoice(assistantEditor(), label, "Deep VU1");
  await editorButton("Save").click();
  await expectEditorClosed();
  expect(listInputs(createAssistant)).toMatchObject([{ data: { opsLanguageVersion: "v4" } }]);
});

test("[G3.06] a copy of another assistant has its APIs without their secrets, and a draft restored from the browser those that were not typed; both say so", async () => {
  stubAssistants([tutor]);
  await renderEditor();
  await assistantEditor().getByRole("combobox", { name: "Auto-Populate From Existing Assistant" }).click();
  await page.getByRole("option", { name: "Tutor" }).click();
  await expect
    .element(assistantEditor().getByText("Filled in from “Tutor”. Secrets of APIs can’t be copied."))
    .toBeVisible();
  openDetails("[data-draft-field='operations'] > summary");
  openApi("courses");
  await assistantEditor().getByLabelText("Token", { exact: true }).fill("typed");
  await reloadApp();
  await openEditor();
  await expect
    .element(
      assistantEditor().getByText("This browser doesn’t store the secrets of APIs, so please enter new ones again."),
    )
    .toBeVisible();
  // The section is shown once the flags are known.
  await eventually(() => assistantEditor().element().querySelector("[data-api='courses']")).not.toBeNull();
  openDetails("[data-draft-field='operations'] > summary");
  openApi("courses");
  await expect.element(editorField("URL")).toHaveValue(courses.url ?? "");
  await expect.element(assistantEditor().getByLabelText("Token", { exact: true })).toHaveValue("");
});
