import {
  type AdminGroupConfig,
  deletePptxTemplate,
  getApiDocumentation,
  getApiDocumentationTemplates,
  getDataDisclosureStatus,
  getFeatureFlags,
  getSiteConfigs,
  listBuiltInAssistants,
  listGroups,
  listPptxTemplates,
  type PptxTemplate,
  replaceGroupKey,
  takeOverGroup,
  updateBuiltInGroup,
  updatePptxTemplate,
  updateSiteConfigs,
  uploadApiDocumentation,
  uploadPptxTemplate,
} from "@lectern/contract";
import { beforeEach, expect, test } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { createGroup as createOwnGroup } from "../../../entities/groups/testing/createGroup.ts";
import { queryClient } from "../../../lib/queryClient.ts";
import { createFlags } from "../../../testing/defaultAnswers.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { accountButton, dialogNamed, eventually } from "../../../testing/screen.ts";
import { selectChoice } from "../../../testing/selectField.ts";
import { routeUploadsThroughFetch } from "../../../testing/stubFiles.ts";
import { Failure, failOp, listInputs, pauseOp, stubOp, stubRequests } from "../../../testing/stubServer.ts";
import { discardConfigDrafts } from "../configDrafts.ts";

const dialog = () => dialogNamed("Admin Interface");
const button = (name: string) => dialog().getByRole("button", { name, exact: true });
const region = (name: string) => dialog().getByRole("region", { name, exact: true });
const alert = (text: string) => dialog().getByRole("alert").getByText(text, { exact: true });
const notice = (text: string) => page.getByText(text, { exact: true });

const createTemplate = (fields: Partial<PptxTemplate> = {}): PptxTemplate => ({
  name: "Law.pptx",
  isAvailable: false,
  amplifyGroups: ["Staff"],
  size: 2_400_000,
  uploadedAt: "2026-11-20T09:30:00.000Z",
  uploadedBy: "ben@example.org",
  ...fields,
});
const createGroup = (name: string, fields: Partial<AdminGroupConfig> = {}): AdminGroupConfig => ({
  group_id: `${name.replaceAll(" ", "")}_1`,
  groupName: name,
  createdBy: "ann@example.org",
  isPublic: false,
  supportConvAnalysis: false,
  amplifyGroups: [],
  rateLimit: { period: "Unlimited", rate: null },
  numOfAssistants: 3,
  hasAdmin: true,
  ...fields,
});
const toRecord = (groups: readonly AdminGroupConfig[]) =>
  Object.fromEntries(groups.map((group) => [group.group_id, group]));

let templates: PptxTemplate[];
let groups: AdminGroupConfig[];
let builtIn: { group: { id: string; name: string } | null; copies: string[] };
/** What the server answers to the bytes of a file; null: they are accepted. */
let refusal: string | null;
let sent: { url: string; headers: Headers }[];
beforeEach(() => {
  discardConfigDrafts();
  templates = [createTemplate()];
  groups = [createGroup("Physics"), createGroup("Law", { hasAdmin: false, createdBy: null })];
  builtIn = { group: null, copies: [] };
  refusal = null;
  sent = [];
  stubServer();
});

function stubServer(): void {
  stubOp(getFeatureFlags, createFlags({ adminInterface: true }));
  const staff = { groupName: "Staff", members: [], createdBy: null, includeFromOtherGroups: [] };
  stubOp(getSiteConfigs, ({ lazy_load }) =>
    lazy_load === "0"
      ? { assistantAdminGroups: toRecord(groups), states: {} }
      : { admins: [], amplifyGroups: { Staff: staff }, featureFlags: {}, states: {} },
  );
  stubOp(updateSiteConfigs, ({ configurations }) => {
    for (const change of configurations) {
      if (change.type !== "assistantAdminGroups") continue;
      groups = groups.map((group) => ({ ...group, ...change.data[group.group_id] }));
    }
    return Object.fromEntries(configurations.map(({ type }) => [type, { success: true }]));
  });
  stubOp(getDataDisclosureStatus, { document: null, acceptedCount: 0 });
  stubOp(listPptxTemplates, () => ({ templates }));
  stubOp(updatePptxTemplate, ({ template_name, ...changes }) => {
    templates = templates.map((each) => (each.name === template_name ? { ...each, ...changes } : each));
    return {};
  });
  stubOp(deletePptxTemplate, ({ template_name }) => {
    templates = templates.filter(({ name }) => name !== template_name);
    return {};
  });
  stubOp(uploadPptxTemplate, ({ fileName, isAvailable = false }) => {
    templates = [...templates, createTemplate({ name: fileName, isAvailable })];
    return {
      presigned_url: "/signed/pptx_templates?x",
      headers: { "content-type": "a/b", "x-amz-meta-isavailable": "true" },
    };
  });
  stubOp(getDataDisclosureStatus, { document: null, acceptedCount: 0 });
  stubOp(listBuiltInAssistants, () => ({
    group: builtIn.group,
    assistants: ["Assistant Creator", "API Key Manager"].map((name) => ({
      assistantId: `astgp/${name.replaceAll(" ", "-")}`,
      name,
      description: `About ${name}`,
      hasCopy: builtIn.copies.includes(name),
    })),
  }));
  stubOp(updateBuiltInGroup, () => {
    builtIn = { group: { id: "g", name: "Amplify Assistants" }, copies: ["Assistant Creator"] };
    return { assistantData: [] };
  });
  stubOp(getApiDocumentation, { doc_url: null, csv_url: null, postman_url: null, documents: [] });
  stubOp(uploadApiDocumentation, { presigned_url: "/signed/api_documentation?x", headers: { "content-type": "a/b" } });
  routeUploadsThroughFetch();
  stubRequests((request) => {
    if (request.method !== "PUT") return null;
    sent.push({ url: request.url, headers: request.headers });
    return refusal === null
      ? Response.json({ success: true })
      : Response.json({ success: false, message: refusal }, { status: 400 });
  });
}

async function openTab(): Promise<void> {
  await renderApp();
  await accountButton().click();
  await page.getByRole("menuitem", { name: "Admin Interface" }).click();
  await dialog().getByRole("tab", { name: "Feature Data" }).click();
  await expect.element(dialog().getByRole("table", { name: "Assistant Admin Groups" })).toBeVisible();
}

const chooseTemplate = (name: string) =>
  userEvent.upload(dialog().getByLabelText("Presentation to upload"), new File(["x"], name));
const chooseDocument = (name: string) =>
  userEvent.upload(dialog().getByLabelText("API documentation to upload"), new File(["x"], name));
/** Clicks where the switch is drawn. The drawing covers the field. */
const toggle = (control: Locator) => control.click({ force: true });
const groupRow = (name: string) => region("Assistant Admin Groups").getByRole("row", { name: new RegExp(`^${name}`) });

test("[A2.46] the tab has the groups, the templates, the assistants and the documentation", async () => {
  await openTab();
  for (const name of ["Assistant Admin Groups", "PowerPoint Templates", "Amplify Assistants", "API Documentation"]) {
    await expect.element(region(name)).toBeVisible();
  }
});

test("[A2.51] the groups are listed with who created them, their assistants and for whom they are", async () => {
  await openTab();
  await expect
    .element(groupRow("Physics"))
    .toHaveTextContent("PhysicsCreated by ann@example.org3UnlimitedNoneTake over");
  await expect.element(groupRow("Law")).toMatchTextContent(/Created by unknown.*Nobody administers it.*Take over/);
  await expect.element(region("Assistant Admin Groups").getByText("2 groups", { exact: true })).toBeVisible();
  await dialog().getByRole("searchbox", { name: "Search groups" }).fill("ANN@");
  await expect.element(groupRow("Law")).not.toBeInTheDocument();
  await dialog().getByRole("searchbox", { name: "Search groups" }).fill("nothing");
  await expect.element(dialog().getByText("No group has this name.")).toBeVisible();
});

test("the built-in group has no creator, and a group that one administers already is not taken over", async () => {
  groups = [createGroup("Physics"), createGroup("Assistants", { createdBy: null })];
  builtIn = { group: { id: "Assistants_1", name: "Assistants" }, copies: [] };
  stubOp(listGroups, {
    groups: [createOwnGroup({ id: "Physics_1", name: "Physics", level: "admin" })],
    nextCursor: null,
  });
  await openTab();
  await expect.element(groupRow("Assistants")).toMatchTextContent(/AssistantsBuilt-in.*Take over/);
  await expect.element(groupRow("Physics")).toHaveTextContent("PhysicsCreated by ann@example.org3UnlimitedNone");
});

test("the limit of a group is chosen below its row; its rate alone is not a change", async () => {
  await openTab();
  await button("Unlimited, limit of Law").click();
  await selectChoice(dialog(), "Limit of Law", "Monthly");
  await expect.element(dialog().getByText("Models that cost money can’t be used.")).toBeVisible();
  await selectChoice(dialog(), "Limit of Law", "Unlimited");
  await expect.element(groupRow("Law \\*")).not.toBeInTheDocument();
  await selectChoice(dialog(), "Limit of Law", "Monthly");
  await dialog().getByRole("textbox", { name: "Rate" }).fill("12.50");
  await expect.element(button("$12.50 per month, limit of Law")).toBeVisible();
  await button("Save Changes").click();
  await expect.element(notice("Configurations successfully saved")).toBeVisible();
  expect(listInputs(updateSiteConfigs)[0]?.configurations).toEqual([
    {
      type: "assistantAdminGroups",
      data: { Law_1: { group_id: "Law_1", rateLimit: { period: "Monthly", rate: 12.5 } } },
      revision: 0,
    },
  ]);
});

test("the limit of a group’s API key is chosen next to it, if there are keys", async () => {
  await openTab();
  await button("Unlimited, limit of Law").click();
  await expect.element(dialog().getByRole("combobox", { name: "Limit of Law" })).toBeVisible();
  await expect.element(dialog().getByText("The group’s administrators choose the limit")).not.toBeInTheDocument();
  stubOp(getFeatureFlags, createFlags({ adminInterface: true, apiKeys: true }));
  await queryClient.invalidateQueries();
  await expect.element(dialog().getByText("The group’s administrators choose the limit of its API key.")).toBeVisible();
  await selectChoice(dialog(), "Limit of the API key of Law", "Monthly");
  await dialog().getByRole("textbox", { name: "Rate" }).fill("12.50");
  await expect.element(dialog().getByText(/^The most that the group’s API key may cost/)).toBeVisible();
  await button("Save Changes").click();
  await expect.element(notice("Configurations successfully saved")).toBeVisible();
  expect(listInputs(updateSiteConfigs)[0]?.configurations).toEqual([
    {
      type: "assistantAdminGroups",
      data: { Law_1: { group_id: "Law_1", keyRateLimit: { period: "Monthly", rate: "12.5" } } },
      revision: 0,
    },
  ]);
});

test("[A4.03] a toggle marks the group and the tab, and only what differs is saved", async () => {
  await openTab();
  await toggle(dialog().getByRole("switch", { name: "Physics is public" }));
  await expect.element(groupRow("Physics \\*")).toBeVisible();
  await expect.element(dialog().getByRole("tab", { name: "Feature Data, not saved" })).toBeVisible();
  await toggle(dialog().getByRole("switch", { name: "Physics is public" }));
  await expect.element(groupRow("Physics \\*")).not.toBeInTheDocument();
  await toggle(dialog().getByRole("switch", { name: "Chats of Law are analyzed" }));
  await expect.element(groupRow("Law \\*")).toBeVisible();
  await button("None, Amplify Groups of Law").click();
  await dialog().getByRole("combobox", { name: "Members of Law are also those of" }).click();
  await page.getByRole("option", { name: "Staff" }).click();
  await button("Save Changes").click();
  await expect.element(notice("Configurations successfully saved")).toBeVisible();
  expect(listInputs(updateSiteConfigs)).toEqual([
    {
      configurations: [
        {
          type: "assistantAdminGroups",
          data: { Law_1: { group_id: "Law_1", supportConvAnalysis: true, amplifyGroups: ["Staff"] } },
          revision: 0,
        },
      ],
    },
  ]);
  await expect.element(dialog().getByRole("switch", { name: "Chats of Law are analyzed" })).toBeChecked();
  await expect.element(groupRow("Physics")).toBeVisible();
  await expect.element(dialog().getByRole("tab", { name: "Feature Data", exact: true })).toBeVisible();
});

test("what somebody else has saved of the groups is shown, or replaced if the person chooses so", async () => {
  await openTab();
  await toggle(dialog().getByRole("switch", { name: "Physics is public" }));
  const state = { revision: 4, savedBy: "ben@example.org", savedAt: "2026-11-20T09:30:00.000Z", locked: [] };
  const theirs = toRecord([createGroup("Physics", { supportConvAnalysis: true }), createGroup("Law")]);
  stubOp(updateSiteConfigs, {
    assistantAdminGroups: { success: false, message: "", current: { assistantAdminGroups: theirs, state } },
  });
  await button("Save Changes").click();
  await button("Keep mine and replace it when I save").click();
  // What they have changed of the same group stays.
  await expect.element(dialog().getByRole("switch", { name: "Chats of Physics are analyzed" })).toBeChecked();
  await expect.element(dialog().getByRole("switch", { name: "Physics is public" })).toBeChecked();
  await button("Save Changes").click();
  await eventually(() => listInputs(updateSiteConfigs).at(-1)?.configurations).toEqual([
    {
      type: "assistantAdminGroups",
      data: { Physics_1: { group_id: "Physics_1", isPublic: true } },
      revision: 4,
    },
  ]);
});

test("many groups are shown in pages", async () => {
  groups = Array.from({ length: 60 }, (_, index) => createGroup(`Group ${index + 10}`));
  await openTab();
  const pages = dialog().getByRole("navigation", { name: "Pages of groups" });
  await expect.element(pages).toMatchTextContent(/1–25 of 60/);
  await pages.getByRole("button", { name: "Next" }).click();
  await pages.getByRole("button", { name: "Next" }).click();
  await expect.element(pages).toMatchTextContent(/51–60 of 60/);
  await expect.element(groupRow("Group 69")).toBeVisible();
  await expect.element(pages.getByRole("button", { name: "Next" })).toBeDisabled();
});

test("a group is taken over after a question", async () => {
  stubOp(takeOverGroup, {});
  await openTab();
  await button("Take over Law").click();
  await page.getByRole("button", { name: "Cancel" }).click();
  expect(listInputs(takeOverGroup)).toEqual([]);
  await button("Take over Law").click();
  await page.getByRole("button", { name: "Take over", exact: true }).last().click();
  await expect.element(notice("You are an administrator of the group now.")).toBeVisible();
  expect(listInputs(takeOverGroup)).toEqual([{ group_id: "Law_1" }]);
  await expect.element(dialog().getByText("Nobody administers it")).not.toBeInTheDocument();
});

test("[A7.35] [A8.13] the key of a group is replaced after a question, and its secret is not shown; a failure says so", async () => {
  stubOp(getFeatureFlags, createFlags({ adminInterface: true, apiKeys: true }));
  // The server sends the secret to somebody who administers the group, too.
  stubOp(replaceGroupKey, { id: "Law_1/systemKey/1", key: "amp-v1-secret" });
  const confirm = () => page.getByRole("alertdialog").getByRole("button", { name: "Replace key" }).click();
  await openTab();
  await button("Replace key of Law").click();
  await expect.element(page.getByText(/^The present key stops working at once/)).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  expect(listInputs(replaceGroupKey)).toEqual([]);
  await button("Replace key of Law").click();
  await confirm();
  await expect.element(notice("The API key was replaced.")).toBeVisible();
  expect(listInputs(replaceGroupKey)).toEqual([{ groupId: "Law_1" }]);
  await expect.element(page.getByText("amp-v1-secret")).not.toBeInTheDocument();
  failOp(replaceGroupKey, "The database isn’t responding.");
  await button("Replace key of Law").click();
  await confirm();
  await expect.element(notice("Unable to replace the groups API key...")).toBeVisible();
});

test("without their flag, keys are not replaced", async () => {
  await openTab();
  await expect.element(button("Take over Law")).toBeVisible();
  await expect.element(button("Replace key of Law")).not.toBeInTheDocument();
});

test("groups that cannot be loaded say so, and the rest of the tab works", async () => {
  stubOp(getSiteConfigs, ({ lazy_load }) => {
    if (lazy_load === "0") throw new Failure("Out of order");
    return { admins: [], amplifyGroups: {}, featureFlags: {}, states: {} };
  });
  await renderApp();
  await accountButton().click();
  await page.getByRole("menuitem", { name: "Admin Interface" }).click();
  await dialog().getByRole("tab", { name: "Feature Data" }).click();
  await expect
    .element(region("Assistant Admin Groups").getByText("This could not be loaded. Please reload the configuration."))
    .toBeVisible();
  await expect.element(notice("Out of order")).toBeVisible();
  await expect.element(dialog().getByRole("table", { name: "PowerPoint Templates" })).toBeVisible();
});

test("[A2.52] templates are listed, and who can choose them is changed at once", async () => {
  await openTab();
  const table = dialog().getByRole("table", { name: "PowerPoint Templates" });
  await expect
    .element(table.getByRole("row", { name: /^Law.pptx/ }))
    .toMatchTextContent(/2\.4 MB · Nov 20, 2026 · ben@example.org/);
  await toggle(table.getByRole("switch", { name: "Law.pptx is available to all" }));
  await eventually(() => listInputs(updatePptxTemplate)).toEqual([
    { template_name: "Law.pptx", isAvailable: true, amplifyGroups: ["Staff"] },
  ]);
  await expect.element(table.getByRole("switch", { name: "Law.pptx is available to all" })).toBeChecked();
});

test("quick changes of a template are sent one after the other, and the last one stays", async () => {
  await openTab();
  const available = dialog().getByRole("switch", { name: "Law.pptx is available to all" });
  const { reached, release } = pauseOp(updatePptxTemplate);
  await toggle(available);
  await reached;
  await toggle(available);
  await expect.element(available).not.toBeChecked();
  expect(listInputs(updatePptxTemplate)).toHaveLength(1);
  release();
  await eventually(() => listInputs(updatePptxTemplate).map(({ isAvailable }) => isAvailable)).toEqual([true, false]);
  await expect.element(available).not.toBeChecked();
});

test("[A5.07] a template needs a file, a name of its own and the type pptx", async () => {
  await openTab();
  await button("Upload template").click();
  await expect.element(alert("Please upload a powerpoint template.")).toBeVisible();
  // A file that cannot be uploaded is refused when it is chosen.
  await chooseTemplate("LAW.pptx");
  const taken = "PowerPoint template names must be unique. Please rename your file and try again.";
  await expect.element(alert(taken)).toBeVisible();
  await chooseTemplate("Law.ppt");
  await expect.element(alert(taken)).not.toBeInTheDocument();
  await expect.element(alert("This file type is not supported. Please upload a file of type: pptx")).toBeVisible();
  expect(listInputs(uploadPptxTemplate)).toEqual([]);
});

test("[A4.15] an upload shows its progress and ends complete, with the headers that the server requires", async () => {
  await openTab();
  await chooseTemplate("New.pptx");
  await toggle(dialog().getByRole("switch", { name: "Everybody can choose it" }));
  const begun = pauseOp(uploadPptxTemplate);
  await button("Upload template").click();
  const bar = dialog().getByRole("progressbar", { name: "Upload of New.pptx" });
  await expect.element(bar).toHaveAttribute("value", "0");
  begun.release();
  await expect.element(dialog().getByText("New.pptx: complete")).toBeVisible();
  await expect.element(bar).toHaveAttribute("value", "100");
  expect(listInputs(uploadPptxTemplate)).toMatchObject([{ fileName: "New.pptx", isAvailable: true }]);
  expect(sent[0]?.headers.get("x-amz-meta-isavailable")).toBe("true");
  await expect.element(dialog().getByRole("row", { name: /^New.pptx/ })).toBeVisible();
});

test("[A4.15] [A8.08] the progress of an upload that fails is removed, with the server's reason, and the file stays chosen", async () => {
  await openTab();
  refusal = "This presentation contains macros or other programs. Please save it without them.";
  await chooseTemplate("Macros.pptx");
  await button("Upload template").click();
  await expect.element(notice("Unable to add the PowerPoint template at this time...")).toBeVisible();
  await expect.element(notice(refusal)).toBeVisible();
  await expect.element(dialog().getByRole("progressbar")).not.toBeInTheDocument();
  await expect.element(dialog().getByText("Macros.pptx", { exact: true })).toBeVisible();
});

test("[A8.09] a template is deleted after a question, and a failure says so", async () => {
  await openTab();
  const confirm = () => page.getByRole("button", { name: "Delete", exact: true }).click();
  failOp(deletePptxTemplate, "Out of order");
  await button("Delete Law.pptx").click();
  await confirm();
  await expect.element(notice("Unable to delete the PowerPoint template...")).toBeVisible();
  await expect.element(dialog().getByRole("row", { name: /^Law.pptx/ })).toBeVisible();
  stubOp(deletePptxTemplate, ({ template_name }) => {
    templates = templates.filter(({ name }) => name !== template_name);
    return {};
  });
  await button("Delete Law.pptx").click();
  await confirm();
  await expect.element(dialog().getByText("No template has been uploaded yet.")).toBeVisible();
});

test("[A2.50] [A5.06] the group is created with the assistants that are chosen, of which there must be one", async () => {
  await openTab();
  await button("Create Amplify Assistants group").click();
  const refused = "You must select at least one Amplify assistant to continue.";
  await expect.element(alert(refused)).toBeVisible();
  await dialog().getByRole("checkbox", { name: "Assistant Creator" }).click();
  await expect.element(alert(refused)).not.toBeInTheDocument();
  await button("Create Amplify Assistants group").click();
  await expect.element(notice("The group was created.")).toBeVisible();
  expect(listInputs(updateBuiltInGroup)).toEqual([{ assistants: ["astgp/Assistant-Creator"], members: [] }]);
  await expect.element(button("Add copies to the group")).toBeVisible();
  await expect.element(dialog().getByRole("checkbox", { name: "Assistant Creator (has a copy)" })).toBeDisabled();
});

test("[A8.14] [A8.15] what cannot be created or copied says so, and the choice stays", async () => {
  failOp(updateBuiltInGroup, "Out of order");
  await openTab();
  await dialog().getByRole("checkbox", { name: "API Key Manager" }).click();
  await button("Create Amplify Assistants group").click();
  await expect.element(notice("Failed to create Amplify Assistant group...")).toBeVisible();
  await expect.element(dialog().getByRole("checkbox", { name: "API Key Manager" })).toBeChecked();
  // Another administrator has created the group, which the page learns when it asks again.
  builtIn = { group: { id: "g", name: "House assistants" }, copies: [] };
  await dialog().getByRole("tab", { name: "Configurations" }).click();
  await dialog().getByRole("tab", { name: "Feature Data" }).click();
  await dialog().getByRole("checkbox", { name: "API Key Manager" }).click();
  await button("Add copies to the group").click();
  await expect.element(notice("Unable to add a copy of the assistant...")).toBeVisible();
  await expect.element(dialog().getByRole("checkbox", { name: "API Key Manager" })).toBeChecked();
});

test("[A2.48] [A8.11] API documentation is uploaded as a PDF, a CSV file or a Postman collection", async () => {
  await openTab();
  await chooseDocument("api.exe");
  await expect
    .element(alert("This file type is not supported. Please upload a file of type: pdf, csv, json"))
    .toBeVisible();
  stubOp(getApiDocumentation, {
    doc_url: "/signed/api_documentation?pdf",
    csv_url: null,
    postman_url: null,
    documents: [
      { kind: "pdf", name: "api.pdf", size: 1_000, uploadedAt: "2026-11-20T09:30:00.000Z", uploadedBy: null },
    ],
  });
  await chooseDocument("api.pdf");
  const link = dialog().getByRole("link", { name: "api.pdf" });
  await expect.element(link).toHaveAttribute("href", "/signed/api_documentation?pdf");
  for (const name of ["ops.csv", "postman.json"]) {
    await chooseDocument(name);
    await expect.element(dialog().getByText(`${name}: complete`)).toBeVisible();
  }
  expect(listInputs(uploadApiDocumentation).map(({ filename }) => filename)).toEqual([
    "api.pdf",
    "ops.csv",
    "postman.json",
  ]);
  refusal = "This file is not a PDF.";
  await chooseDocument("other.pdf");
  await expect.element(notice("Unable to upload the API Documentation at this time...")).toBeVisible();
  await expect.element(notice(refusal)).toBeVisible();
  await expect.element(dialog().getByRole("progressbar")).not.toBeInTheDocument();
  refusal = null;
  await chooseDocument("right.pdf");
  await expect.element(dialog().getByText("right.pdf: complete")).toBeVisible();
  await expect.element(notice("This file is not a PDF.")).not.toBeInTheDocument();
});

test("[A2.49] [A8.12] templates for the documentation are downloaded, and a failure says so", async () => {
  failOp(getApiDocumentationTemplates, "Out of order");
  await openTab();
  await button("Download templates").click();
  await expect.element(notice("Failed to download API Documentation Templates...")).toBeVisible();
  const urls: string[] = [];
  const catchLink = (event: MouseEvent) => {
    if (event.target instanceof HTMLAnchorElement) urls.push(event.target.getAttribute("href") ?? "");
    event.preventDefault();
  };
  // The link is not in the page, so the event is caught where links are clicked.
  const click = HTMLAnchorElement.prototype.click;
  HTMLAnchorElement.prototype.click = function () {
    this.addEventListener("click", catchLink);
    click.call(this);
  };
  stubOp(getApiDocumentationTemplates, { presigned_url: "/signed/api_documentation?zip" });
  await button("Download templates").click();
  await eventually(() => urls).toEqual(["/signed/api_documentation?zip"]);
  HTMLAnchorElement.prototype.click = click;
});
