import {
  defaultUserSettings,
  type FlagName,
  getFeatureFlags,
  getMonthToDateCost,
  monthToDateCostField,
  trackEvent,
} from "@lectern/contract";
import { expect, test } from "vitest";
import { type Locator, page } from "vitest/browser";
import { openDialog } from "../entities/shell/dialogs.ts";
import { openPanel } from "../entities/shell/panels.ts";
import { workspaceEvents } from "../entities/shell/workspaceEvents.ts";
import { lastAnswer } from "../testing/chatPage.ts";
import { createBranch, createConversation, storeLocalConversations } from "../testing/conversations.ts";
import { createFlags } from "../testing/defaultAnswers.ts";
import { promptEditor, promptPanel } from "../testing/promptPanel.ts";
import { renderApp } from "../testing/renderApp.tsx";
import { accountButton, banner, composer, dialogNamed, eventually, sidePanel } from "../testing/screen.ts";
import { listChoices } from "../testing/selectField.ts";
import { stubPrompts } from "../testing/stubFolders.ts";
import { stubGroups } from "../testing/stubGroups.ts";
import { listInputs, stubOp } from "../testing/stubServer.ts";
import { stubSettings } from "../testing/stubSettings.ts";

interface Place {
  /** Opens the place where the feature is. */
  open?: () => unknown;
  isShown: () => boolean | Promise<boolean>;
  /** True if what the feature has done stays when it is turned off. */
  staysShown?: boolean;
}

const isThere = (locator: Locator) => locator.elements().length > 0;
const shows = (find: () => Locator, open?: () => unknown): Place => ({
  ...(open ? { open } : {}),
  isShown: () => isThere(find()),
});
const offersType = (name: string): Place => ({
  open: () => openDialog("newPrompt"),
  isShown: async () => (await listChoices(promptEditor(), "Type")).includes(name),
});

async function selectAnswer(): Promise<void> {
  await expect.poll(() => lastAnswer().elements().length).toBe(1);
  const paragraph = lastAnswer().element().querySelector("p")?.firstChild;
  if (paragraph) getSelection()?.setBaseAndExtent(paragraph, 0, paragraph, 3);
}

const places: Readonly<Partial<Record<FlagName, Place>>> = {
  artifacts: shows(() => banner().getByRole("button", { name: "Artifacts", exact: true })),
  pluginsOnInput: shows(() => page.getByRole("region", { name: "Features", exact: true })),
  highlighter: {
    isShown: async () => {
      await selectAnswer();
      return isThere(page.getByRole("toolbar", { name: "Selected text" }));
    },
  },
  memory: shows(
    () => page.getByRole("button", { name: "Memory", exact: true }),
    () => openPanel("right"),
  ),
  assistantApis: shows(
    () => page.getByRole("navigation", { name: "Sections" }).getByRole("button", { name: /API/ }),
    () => openDialog("assistantEditor", { assistantId: null }),
  ),
  assistantAdminInterface: shows(
    () => sidePanel().getByRole("button", { name: "Assistant Admin Interface" }),
    () => sidePanel().getByRole("tab", { name: "More" }).click(),
  ),
  adminInterface: shows(
    () => page.getByRole("menuitem", { name: "Admin Interface" }),
    () => accountButton().click(),
  ),
  qiSummary: shows(() => page.getByRole("button", { name: "Share for Quality Improvement" })),
  promptOptimizer: shows(
    () => page.getByRole("button", { name: "Optimize prompt" }),
    () => composer().fill("explain entropy"),
  ),
  ragEnabled: shows(
    () => page.getByRole("switch", { name: "Search in documents" }),
    () => page.getByRole("button", { name: /^Features:/ }).click(),
  ),
  codeInterpreterEnabled: shows(
    () => page.getByRole("switch", { name: "Code interpreter" }),
    () => page.getByRole("button", { name: /^Features:/ }).click(),
  ),
  pythonFunction: shows(() => lastAnswer().getByRole("button", { name: "Run", exact: true })),
  integrations: shows(
    () => page.getByRole("menuitem", { name: "Integrations" }),
    () => accountButton().click(),
  ),
  mtdCost: shows(() => page.getByRole("status", { name: "Month-to-date cost" })),
  rootPromptCreate: offersType("Custom instructions"),
  promptPrefixCreate: offersType("Prefix prompt"),
  outputTransformerCreate: offersType("Output transformer"),
  followUpCreate: offersType("Follow-up"),
  overrideInvisiblePrompts: shows(
    () => promptPanel().getByTitle("Hidden lesson", { exact: true }),
    () => openPanel("right"),
  ),
  apiKeys: shows(
    () => dialogNamed("Manage Accounts").getByRole("tab", { name: "API Access" }),
    () => openDialog("accounts"),
  ),
  mixPanel: {
    staysShown: true,
    isShown() {
      openDialog("settings");
      return listInputs(trackEvent).length > 0;
    },
  },
};

// Places for workflows do not exist; the data disclosure is tested on the server.
test.each(Object.entries(places))(
  "[A6.09] [C6.02] the flag %s gates its feature",
  async (name, { open, isShown, staysShown = false }) => {
    const others = { artifacts: true, pluginsOnInput: true, rootPromptCreate: false, followUpCreate: false };
    const featureOptions = { ...defaultUserSettings.featureOptions, includeHighlighter: true, includeMemory: true };
    stubSettings({ featureOptions: { ...featureOptions, includeArtifacts: true, includePluginSelector: true } });
    stubPrompts({ name: "Hidden lesson", data: { hidden: true } });
    stubOp(getMonthToDateCost, { [monthToDateCostField]: 1 });
    stubOp(trackEvent, {});
    const messages = createBranch(["Why?", "Because of the moon.\n\n```python\n1 + 1\n```"], "stored");
    await storeLocalConversations(createConversation({ id: "stored", messages }));
    stubGroups([{ name: "Physics" }]);
    stubOp(getFeatureFlags, createFlags({ ...others, [name]: false }));
    await renderApp("#c=stored");
    await expect.element(composer()).toBeVisible();
    await open?.();
    await eventually(() => listInputs(getFeatureFlags).length).toBe(1);
    expect(await isShown()).toBe(false);
    stubOp(getFeatureFlags, createFlags({ ...others, [name]: true }));
    workspaceEvents.emit("updateFeatureSettings", {});
    await eventually(isShown).toBe(true);
    stubOp(getFeatureFlags, createFlags({ ...others, [name]: false }));
    workspaceEvents.emit("updateFeatureSettings", {});
    await eventually(isShown).toBe(staysShown);
  },
);
