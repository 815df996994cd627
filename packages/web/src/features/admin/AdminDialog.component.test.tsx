import {
  getApiDocumentation,
  getDataDisclosureStatus,
  getEmbeddingQueue,
  getFeatureFlags,
  getFirstSteps,
  getFlagsOfPerson,
  getLatestDataDisclosure,
  getOperations,
  getSiteConfigs,
  hideFirstSteps,
  listBuiltInAssistants,
  listModelServers,
  listPptxTemplates,
  type OpOutput,
  saveDataDisclosureDecision,
  updateSiteConfigs,
} from "@lectern/contract";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { createFirstSteps, createFlags } from "../../testing/defaultAnswers.ts";
import { renderApp } from "../../testing/renderApp.tsx";
import { accountButton, boxOf, dialogNamed, eventually } from "../../testing/screen.ts";
import { failOp, getPerson, listInputs, pauseOp, stubOp, stubSession } from "../../testing/stubServer.ts";
import { discardConfigDrafts } from "./configDrafts.ts";

// They outlive the dialog.
beforeEach(discardConfigDrafts);

type Configs = OpOutput<typeof getSiteConfigs>;

const dialog = () => dialogNamed("Admin Interface");
const button = (name: string) => dialog().getByRole("button", { name, exact: true });
const tab = (name: string) => dialog().getByRole("tab", { name });
const notice = (text: string) => page.getByText(text);
const save = () => button("Save Changes").click();

const configs: Configs = {
  admins: ["ben@example.org"],
  amplifyGroups: {
    Staff: { groupName: "Staff", members: ["cara@example.org"], createdBy: null, includeFromOtherGroups: [] },
  },
  featureFlags: {
    mtdCost: { enabled: true, userExceptions: [], amplifyGroupExceptions: [] },
    createAstAdminGroups: { enabled: false, userExceptions: ["dan@example.org"], amplifyGroupExceptions: ["Staff"] },
    shareLinks: { enabled: false, userExceptions: [], amplifyGroupExceptions: [] },
    // It has no title.
    extractDocumentsLocally: { enabled: false, userExceptions: [], amplifyGroupExceptions: [] },
  },
  states: {
    admins: { revision: 3, savedBy: null, savedAt: null, locked: ["site@example.org"] },
    featureFlags: { revision: 0, savedBy: null, savedAt: null, locked: ["shareLinks"] },
  },
};

/** Answers as a server that stores what is saved, and refuses the types that it is told to. */
async function openDialog(refused: OpOutput<typeof updateSiteConfigs> = {}): Promise<void> {
  let stored = configs;
  stubOp(getFeatureFlags, createFlags({ adminInterface: true }));
  stubOp(getSiteConfigs, () => stored);
  stubOp(updateSiteConfigs, ({ configurations }) => {
    const results = configurations.map(({ type, data }) => {
      if (!refused[type]) stored = { ...stored, [type]: data };
      return [type, refused[type] ?? { success: true }];
    });
    return Object.fromEntries(results);
  });
  await renderApp();
  await openAdmin();
  await expect.element(dialog().getByRole("heading", { name: "Admins" })).toBeVisible();
}

async function openAdmin(): Promise<void> {
  await accountButton().click();
  await page.getByRole("menuitem", { name: "Admin Interface" }).click();
}

const addAdmin = async (text: string) => {
  await dialog().getByRole("combobox", { name: "Administrators of this site" }).fill(text);
  await userEvent.keyboard("{Enter}");
};

test("[A2.35] [A9.17] the dialog is as wide as the window less 100 px, and 95 % as high", async () => {
  await openDialog();
  const box = () => boxOf(dialog());
  await eventually(() => Math.round(box().width)).toBe(window.innerWidth - 100);
  expect(Math.round(box().height)).toBe(Math.round(window.innerHeight * 0.95));
});

test("[A1.01] [A2.35] [A2.36] [A2.37] [A2.38] the dialog has a tab for each thing that administrators manage", async () => {
  stubOp(getFeatureFlags, createFlags({ adminInterface: true, assistantApis: true, apiKeys: true }));
  stubOp(getSiteConfigs, { ...configs, supportedModels: {}, openaiEndpoints: [], assistantAdminGroups: {} });
  stubOp(getOperations, { operations: [] });
  stubOp(listModelServers, { servers: [] });
  stubOp(getEmbeddingQueue, { messages: [], model: "embedder", counts: { waiting: 0, active: 0, failed: 0 } });
  stubOp(listPptxTemplates, { templates: [] });
  stubOp(listBuiltInAssistants, { group: null, assistants: [] });
  stubOp(getDataDisclosureStatus, { document: null, acceptedCount: 0 });
  stubOp(getApiDocumentation, { doc_url: null, csv_url: null, postman_url: null, documents: [] });
  await renderApp("#page=admin");
  await expect.element(dialog().getByText("ben@example.org")).toBeVisible();
  const tabs = dialog().getByRole("tab").elements();
  // The two readings of the specification differ in the last of these. The others are additions of this product.
  expect(tabs.map(({ textContent }) => textContent).slice(0, 9)).toEqual([
    "Configurations",
    "Supported Models",
    "Application Variables",
    "OpenAi Endpoints",
    "Feature Flags",
    "Feature Data",
    "Ops",
    "Embeddings",
    "Integrations",
  ]);
  const parts = {
    Configurations: ["Admins", "Chat Rate Limit", "Prompt Cost Alert", "Amplify Groups"],
    "Supported Models": ["Supported Models"],
    "OpenAi Endpoints": ["OpenAi Endpoints"],
    "Feature Flags": ["Feature Flags"],
    "Feature Data": ["Assistant Admin Groups", "PowerPoint Templates", "Data disclosure", "API Documentation"],
    Ops: ["Register ops", "Manage Ops"],
    Embeddings: ["Embeddings Circuit Breaker (Retrieve SQS Embeddings)"],
    Integrations: ["Integrations"],
  };
  for (const [name, regions] of Object.entries(parts)) {
    await dialog().getByRole("tab", { name, exact: true }).click();
    for (const region of regions)
      await expect.element(dialog().getByRole("region", { name: region, exact: true })).toBeVisible();
  }
});

test("[A2.14] [A2.21] the menu of the left panel has the Admin Interface only with its flag, and opens it with a window event", async () => {
  stubOp(getFeatureFlags, createFlags({ adminInterface: false }));
  stubOp(getSiteConfigs, configs);
  await renderApp();
  const entry = page.getByRole("menuitem", { name: "Admin Interface" });
  await accountButton().click();
  await expect.element(page.getByRole("menuitem", { name: "Settings" })).toBeVisible();
  expect(entry.elements()).toEqual([]);
  await userEvent.keyboard("{Escape}");
  stubOp(getFeatureFlags, createFlags({ adminInterface: true }));
  dispatchEvent(new CustomEvent("updateFeatureSettings", { detail: {} }));
  await eventually(() => listInputs(getFeatureFlags).length).toBe(2);
  const hear = vi.fn();
  addEventListener("openAdminInterfaceTrigger", hear);
  onTestFinished(() => removeEventListener("openAdminInterfaceTrigger", hear));
  await openAdmin();
  await expect.element(dialog()).toBeVisible();
  expect(hear).toHaveBeenCalledOnce();
  await button("Close").click();
  await expect.element(dialog()).not.toBeInTheDocument();
  dispatchEvent(new CustomEvent("openAdminInterfaceTrigger", { detail: {} }));
  await expect.element(dialog()).toBeVisible();
});

test("[A2.40] [A2.41] [A4.02] [A8.39b] a tab with unsaved changes has an asterisk, and only what was changed is saved", async () => {
  await openDialog();
  await save();
  await expect.element(notice("No Changes to Save")).toBeVisible();
  await addAdmin("eve@example.org");
  await expect.element(tab("Configurations, not saved")).toHaveTextContent("Configurations *");
  await expect.element(tab("Feature Flags")).toHaveTextContent("Feature Flags");
  await save();
  await expect.element(notice("Configurations successfully saved")).toBeVisible();
  expect(listInputs(updateSiteConfigs)).toEqual([
    { configurations: [{ type: "admins", data: ["ben@example.org", "eve@example.org"], revision: 3 }] },
  ]);
  await expect.element(tab("Configurations, not saved")).not.toBeInTheDocument();
  await save();
  expect(listInputs(updateSiteConfigs)).toHaveLength(1);
});

test("[A5.11] an administrator is added by an address, each once, in any case; another text is refused", async () => {
  await openDialog();
  await expect.element(dialog().getByText("Always administrators: site@example.org")).toBeVisible();
  await addAdmin("BEN@example.org");
  await addAdmin("no-address");
  await expect.element(dialog().getByText("“no-address” is not an email address.")).toBeVisible();
});

test("a feature that the server’s environment sets says so, and cannot be switched or get exceptions", async () => {
  await openDialog();
  await tab("Feature Flags").click();
  const locked = dialog().getByRole("switch", { name: "Links to chats" });
  await expect.element(locked).toBeDisabled();
  await expect.element(locked).toHaveAccessibleDescription("Off for everybody · Set by the server’s environment");
  await expect.element(button("Exceptions of Links to chats")).not.toBeInTheDocument();
  await expect.element(dialog().getByRole("switch", { name: "Create groups" })).toBeEnabled();
  await expect.element(button("Exceptions of Create groups")).toBeVisible();
});

test("what is changed back is no change", async () => {
  await openDialog();
  await addAdmin("eve@example.org");
  await expect.element(tab("Configurations, not saved")).toBeVisible();
  await userEvent.keyboard("{Backspace}");
  await expect.element(tab("Configurations, not saved")).not.toBeInTheDocument();
});

test("[A2.42] closing and reloading ask before unsaved changes are discarded", async () => {
  await openDialog();
  await addAdmin("eve@example.org");
  await button("Reload the configuration").click();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await button("Close").click();
  await expect.element(page.getByText("Your changes to the configuration haven’t been saved.")).toBeVisible();
  await page.getByRole("button", { name: "Discard changes" }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
});

test("[A8.05] sections that were refused are named with the reason, and what was typed stays", async () => {
  await openDialog({ admins: { success: false, message: "You can’t remove yourself." } });
  await addAdmin("eve@example.org");
  await save();
  await expect.element(notice("The following configurations were unable to be saved: Admins")).toBeVisible();
  await expect.element(dialog().getByRole("alert")).toHaveTextContent("You can’t remove yourself.");
  await expect.element(dialog().getByText("eve@example.org")).toBeVisible();
});

test("the reason of a refusal is scrolled into view, also if the section is far from what is shown", async () => {
  await page.viewport(1440, 420);
  await openDialog({ admins: { success: false, message: "You can’t remove yourself." } });
  await addAdmin("eve@example.org");
  const { scroller, scrollTo } = getScroller();
  const reason = dialog().getByRole("alert");
  const isInView = () => {
    const [outer, inner] = [scroller.getBoundingClientRect(), boxOf(reason)];
    return outer.top <= inner.top && inner.bottom <= outer.bottom;
  };
  await scrollTo(scroller.scrollHeight);
  await save();
  await expect.element(reason).toBeInTheDocument();
  await eventually(isInView).toBe(true);
  // The next try is refused, too: another object of the same reason.
  await scrollTo(scroller.scrollHeight);
  expect(isInView()).toBe(false);
  await save();
  await eventually(isInView).toBe(true);
});

/** The part that scrolls below the tabs. It is higher than its place in a low window. */
function getScroller() {
  const scroller = dialog().getByRole("tabpanel").element().parentElement;
  if (!scroller) throw new Error("a tab panel has a parent");
  return {
    scroller,
    async scrollTo(top: number) {
      scroller.scrollTop = top;
      await eventually(() => scroller.scrollTop).toBeGreaterThan(100);
    },
  };
}

const tabList = () => dialog().getByRole("tablist");

/** True if a tab is wholly in view. */
function isTabInView(name: string): boolean {
  const [list, one] = [boxOf(tabList()), boxOf(tab(name))];
  return list.left <= one.left && one.right <= list.right && list.top <= one.top && one.bottom <= list.bottom;
}

test("on a phone, the open tab is wholly in view, whether the address, the search or a key has opened it", async () => {
  await page.viewport(390, 844);
  stubOp(getFeatureFlags, createFlags({ adminInterface: true }));
  stubOp(getSiteConfigs, configs);
  await renderApp("#page=admin&tab=appearance");
  await expect.element(tab("Look and words")).toHaveAttribute("aria-selected", "true");
  await eventually(() => isTabInView("Look and words")).toBe(true);
  expect(isTabInView("Configurations")).toBe(false);
  await expect.element(tabList()).toHaveAttribute("aria-orientation", "horizontal");
  const search = dialog().getByRole("combobox", { name: "Search settings" });
  await search.fill("Feature Flags");
  await userEvent.keyboard("{Enter}");
  await expect.element(tab("Feature Flags")).toHaveAttribute("aria-selected", "true");
  await eventually(() => isTabInView("Feature Flags")).toBe(true);
  await tab("Feature Flags").click();
  await userEvent.keyboard("{Home}");
  await eventually(() => isTabInView("Configurations")).toBe(true);
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(tab("Supported Models")).toHaveAttribute("aria-selected", "true");
  await eventually(() => isTabInView("Supported Models")).toBe(true);
});

test("in a wide window, all tabs are in view in a list beside the content, and the arrow keys go through it", async () => {
  await page.viewport(1440, 900);
  await openDialog();
  await expect.element(tabList()).toHaveAttribute("aria-orientation", "vertical");
  const names = tabList()
    .getByRole("tab")
    .elements()
    .map(({ textContent }) => textContent);
  expect(names).toEqual([
    "Configurations",
    "Supported Models",
    "Application Variables",
    "OpenAi Endpoints",
    "Feature Flags",
    "Feature Data",
    "Ops",
    "Embeddings",
    "Integrations",
    "People",
    "Audit log",
    "Quality improvement",
    "Usage",
    "Look and words",
  ]);
  for (const name of names) expect([name, isTabInView(name)]).toEqual([name, true]);
  expect(boxOf(tabList()).right).toBeLessThanOrEqual(boxOf(dialog().getByRole("tabpanel")).left);
  await tab("Configurations").click();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(tab("Supported Models")).toHaveFocus();
  await expect.element(tab("Supported Models")).toHaveAttribute("aria-selected", "true");
  await userEvent.keyboard("{ArrowUp}{ArrowUp}");
  await expect.element(tab("Look and words")).toHaveAttribute("aria-selected", "true");
});

test("what somebody else has saved meanwhile is replaced only if the person chooses so", async () => {
  const state = { revision: 4, savedBy: "ben@example.org", savedAt: "2026-11-20T09:30:00.000Z", locked: [] };
  await openDialog({ admins: { success: false, message: "", current: { admins: [], state } } });
  await addAdmin("eve@example.org");
  await save();
  await expect.element(dialog().getByText("ben@example.org has saved this on")).toBeVisible();
  await button("Keep mine and replace it when I save").click();
  await save();
  await eventually(() => listInputs(updateSiteConfigs).at(-1)?.configurations[0]?.revision).toBe(4);
});

test("the section as somebody else has saved it is shown on request, and replaces the own changes only after a question", async () => {
  const state = { revision: 4, savedBy: "ben@example.org", savedAt: "2026-11-20T09:30:00.000Z", locked: [] };
  const current = { admins: ["theirs@example.org"], state };
  await openDialog({ admins: { success: false, message: "", current } });
  await addAdmin("eve@example.org");
  await save();
  await button("Show what was saved").click();
  await expect.element(dialog().getByText("theirs@example.org")).toBeVisible();
  await expect.element(dialog().getByText("eve@example.org")).not.toBeInTheDocument();
  await button("Show my changes").click();
  await expect.element(dialog().getByText("eve@example.org")).toBeVisible();
  await button("Take the saved version").click();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect.element(dialog().getByText("eve@example.org")).toBeVisible();
  await button("Take the saved version").click();
  await page.getByRole("button", { name: "Discard my changes" }).click();
  await expect.element(dialog().getByText("theirs@example.org")).toBeVisible();
  await expect.element(dialog().getByText("eve@example.org")).not.toBeInTheDocument();
  await expect.element(dialog().getByRole("alert")).not.toBeInTheDocument();
});

test("changes keep the revision they are based on when the configuration is read again", async () => {
  await openDialog();
  await addAdmin("eve@example.org");
  const state = { revision: 4, savedBy: "ben@example.org", savedAt: "2026-11-20T09:30:00.000Z", locked: [] };
  stubOp(getSiteConfigs, { ...configs, admins: ["theirs@example.org"], states: { admins: state } });
  history.back();
  await expect.element(dialog()).not.toBeInTheDocument();
  const waiting = page.getByText("Your changes to the configuration haven’t been saved.");
  await expect.element(waiting).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect.element(waiting).not.toBeInTheDocument();
  await expect.element(dialog().getByText("Saved by ben@example.org on")).toBeVisible();
  await addAdmin("fay@example.org");
  await save();
  await eventually(() => listInputs(updateSiteConfigs)[0]?.configurations[0]?.revision).toBe(3);
});

test("the browser asks before a page with unsaved changes is left", async () => {
  await openDialog();
  const leave = () => {
    const event = new Event("beforeunload", { cancelable: true });
    dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(leave()).toBe(false);
  await addAdmin("eve@example.org");
  await expect.element(tab("Configurations, not saved")).toBeVisible();
  expect(leave()).toBe(true);
});

test("an agreement that the own change requires is no failure, and what was saved is read again after its acceptance", async () => {
  await openDialog();
  await addAdmin("eve@example.org");
  const required = { status: 403, code: "forbidden", fields: { error: "DisclosureRequired" } } as const;
  stubOp(updateSiteConfigs, () => {
    failOp(getSiteConfigs, "Please accept the data disclosure agreement first.", required);
    stubSession({ mustAcceptDisclosure: true });
    return { admins: { success: true } };
  });
  stubOp(getLatestDataDisclosure, { pdf_pre_signed_url: null, html_content: "<p>Short.</p>", version: "1" });
  await save();
  const agreement = dialogNamed("Data Disclosure Agreement");
  await agreement.getByRole("textbox", { name: "Your email address" }).fill(getPerson().email);
  await expect.element(notice("Unable to fetch admin configurations at this time.")).not.toBeInTheDocument();
  stubSession({ mustAcceptDisclosure: undefined as never });
  stubOp(saveDataDisclosureDecision, { acceptedDataDisclosure: true as const });
  const state = { revision: 4, savedBy: "site@example.org", savedAt: "2026-11-20T09:30:00.000Z", locked: [] };
  stubOp(getSiteConfigs, { ...configs, states: { admins: state } });
  await agreement.getByRole("button", { name: "Accept" }).click();
  await expect.element(dialog().getByText("Saved by site@example.org on")).toBeVisible();
});

test("nothing can be changed while it is saved", async () => {
  await openDialog();
  await addAdmin("eve@example.org");
  const saving = pauseOp(updateSiteConfigs);
  await save();
  await saving.reached;
  const section = dialog().getByRole("heading", { name: "Admins" }).element().closest("section");
  expect(section?.inert).toBe(true);
  saving.release();
  await expect.element(notice("Configurations successfully saved")).toBeVisible();
  await eventually(() => section?.inert).toBe(false);
});

test("[A8.06] a server that cannot save says so, and nothing is lost", async () => {
  await openDialog();
  failOp(updateSiteConfigs, "Out of order");
  await addAdmin("eve@example.org");
  await save();
  await expect
    .element(notice("We are unable to save the configurations at this time. Please try again later..."))
    .toBeVisible();
  await expect.element(dialog().getByText("eve@example.org")).toBeVisible();
  await expect.element(tab("Configurations, not saved")).toBeVisible();
});

test("[A8.04] a configuration that cannot be loaded closes the dialog", async () => {
  stubOp(getFeatureFlags, createFlags({ adminInterface: true }));
  failOp(getSiteConfigs, "Out of order");
  await renderApp();
  await accountButton().click();
  await page.getByRole("menuitem", { name: "Admin Interface" }).click();
  await expect.element(notice("Unable to fetch admin configurations at this time. Please try again.")).toBeVisible();
  await expect.element(dialog()).not.toBeInTheDocument();
});

test("[A2.45] features are listed with for whom they are on, and are given to people and groups", async () => {
  await openDialog();
  await tab("Feature Flags").click();
  await expect.element(dialog().getByText("On for everybody", { exact: true })).toBeVisible();
  await expect.element(dialog().getByText("Off for everybody except Staff, dan@example.org")).toBeVisible();
  await expect.element(dialog().getByRole("switch", { name: "Extract documents locally" })).toBeVisible();
  await dialog().getByRole("searchbox", { name: "Search features" }).fill("cost");
  await expect.element(dialog().getByRole("switch", { name: "Create groups" })).not.toBeInTheDocument();
  await button("Exceptions of Cost of the month").click();
  await dialog().getByRole("combobox", { name: "Off for these people" }).fill("ben@example.org,");
  await dialog().getByRole("switch", { name: "Cost of the month" }).click();
  await expect.element(dialog().getByText("Off for everybody except ben@example.org")).toBeVisible();
  await save();
  await eventually(() => listInputs(updateSiteConfigs).at(-1)?.configurations[0]?.data).toMatchObject({
    mtdCost: { enabled: false, userExceptions: ["ben@example.org"], amplifyGroupExceptions: [] },
  });
});

test("[A5.15] a group of the directory needs a name of its own; its members are pasted", async () => {
  await openDialog();
  await button("Add group").click();
  await expect.element(dialog().getByText("Group name is required. Please enter a name and try again.")).toBeVisible();
  const name = dialog().getByRole("textbox", { name: "New group" });
  await name.fill(" Staff ");
  await button("Add group").click();
  await expect.element(dialog().getByText("Group names must be unique. Please try another name.")).toBeVisible();
  await name.fill("Law");
  await button("Add group").click();
  await dialog()
    .getByRole("textbox", { name: "Members of Law" })
    .fill("ann@example.org\nben@example.org;cara@example.org");
  await save();
  await eventually(() => listInputs(updateSiteConfigs).at(-1)?.configurations[0]?.data).toMatchObject({
    Staff: { members: ["cara@example.org"] },
    Law: { groupName: "Law", members: ["ann@example.org", "ben@example.org", "cara@example.org"] },
  });
});

test("the address names the tab, which the palette opens, and closing it leaves the chat", async () => {
  await openDialog();
  await tab("Feature Flags").click();
  expect(location.hash).toBe("#page=admin&tab=featureFlags");
  await button("Close").click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(location.hash).toBe("");
  await userEvent.keyboard("{Control>}k{/Control}");
  await page.getByRole("combobox", { name: "Search" }).fill("exceptions");
  await page.getByRole("option", { name: /^Feature Flags \(administration\)/ }).click();
  await expect.element(tab("Feature Flags")).toHaveAttribute("aria-selected", "true");
});

test("people who are no administrators are told so at its address, which is cleaned", async () => {
  stubOp(getFeatureFlags, createFlags({ adminInterface: false }));
  await renderApp("#page=admin");
  await expect.element(notice("Only administrators can open the Admin Interface.")).toBeVisible();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(location.hash).toBe("");
  expect(listInputs(getSiteConfigs)).toEqual([]);
});

test("an unknown tab in the address is replaced, End and Home open the outer tabs, and each tab begins at its top", async () => {
  stubOp(getFeatureFlags, createFlags({ adminInterface: true }));
  stubOp(getSiteConfigs, configs);
  await renderApp("#page=admin&tab=nonsense");
  await expect.element(tab("Configurations")).toHaveAttribute("aria-selected", "true");
  await eventually(() => location.hash).toBe("#page=admin&tab=configurations");
  const scroller = () => dialog().getByRole("tabpanel").element().parentElement as HTMLElement;
  scroller().style.maxHeight = "100px";
  scroller().scrollTop = 50;
  await tab("Configurations").click();
  await userEvent.keyboard("{End}");
  await expect.element(tab("Look and words")).toHaveAttribute("aria-selected", "true");
  expect(scroller().scrollTop).toBe(0);
  await expect.element(tab("Look and words")).toHaveFocus();
  await userEvent.keyboard("{Home}");
  await expect.element(tab("Configurations")).toHaveAttribute("aria-selected", "true");
  await expect.element(tab("Configurations")).toHaveFocus();
});

test("each feature says whether a person has it, and why", async () => {
  const flag = { isOn: true, reason: { kind: "group" as const, name: "Staff" } };
  stubOp(getFlagsOfPerson, { hasSignedIn: false, flags: { createAstAdminGroups: flag } });
  await openDialog();
  await tab("Feature Flags").click();
  await dialog().getByRole("textbox", { name: "Who has this?" }).fill("dan@example.org");
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog().getByText("On for dan@example.org, a member of Staff")).toBeVisible();
  await expect.element(dialog().getByText(/^dan@example.org has not signed in yet/)).toBeVisible();
  failOp(getFlagsOfPerson, "That failed.");
  await button("Check").click();
  await expect
    .element(dialog().getByRole("textbox", { name: "Who has this?" }))
    .toHaveAttribute("aria-invalid", "true");
});

test("the first steps say what is done, open their places, and go away for good", async () => {
  let isHidden = false;
  stubOp(getFirstSteps, () => ({ isHidden, done: createFirstSteps({ model: true }) }));
  stubOp(hideFirstSteps, () => {
    isHidden = true;
    return {};
  });
  await openDialog();
  const steps = dialog().getByRole("region", { name: "First steps" });
  await expect.element(steps).toBeVisible();
  const texts = steps
    .getByRole("listitem")
    .elements()
    .map(({ textContent }) => textContent);
  expect(texts[0]).toBe("Connect a model, done");
  expect(texts[1]).toMatch(/^Set who may sign inIn the server’s environment: OIDC_ISSUER/);
  await steps.getByRole("button", { name: "Hide for good" }).click();
  await expect.element(steps).not.toBeInTheDocument();
  expect(listInputs(hideFirstSteps)).toHaveLength(1);
  isHidden = false;
  await button("Close").click();
  await openAdmin();
  await steps.getByRole("button", { name: "Limit what a person may spend" }).click();
  await expect.element(dialog().getByRole("heading", { name: "Chat Rate Limit" })).toHaveFocus();
  await steps.getByRole("button", { name: "Create a group" }).click();
  await expect.element(dialogNamed("Create Group")).toBeVisible();
  await expect.element(dialog()).not.toBeInTheDocument();
});

test("the first steps are gone once everything is done", async () => {
  const done = createFirstSteps({ model: true, signIn: true, limits: true, storage: true, group: true });
  stubOp(getFirstSteps, { isHidden: false, done });
  await openDialog();
  await expect.element(dialog().getByRole("region", { name: "First steps" })).not.toBeInTheDocument();
});
