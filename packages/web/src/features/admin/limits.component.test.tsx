import { getFeatureFlags, getSiteConfigs, type OpOutput, updateSiteConfigs } from "@lectern/contract";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { createFlags } from "../../testing/defaultAnswers.ts";
import { renderApp } from "../../testing/renderApp.tsx";
import { dialogNamed, eventually } from "../../testing/screen.ts";
import { listInputs, stubOp } from "../../testing/stubServer.ts";
import { changeConfigDraft, discardConfigDrafts } from "./configDrafts.ts";

// They outlive the dialog.
beforeEach(discardConfigDrafts);

type Configs = OpOutput<typeof getSiteConfigs>;

const dialog = () => dialogNamed("Admin Interface");
const section = (name: string) => dialog().getByRole("region", { name });
const rate = () => section("Chat Rate Limit").getByRole("textbox", { name: "Rate" });
const cost = () => section("Prompt Cost Alert").getByRole("textbox", { name: "Ask if the message costs more than" });

async function openConfigurations(changes: Configs = { states: {} }): Promise<void> {
  stubOp(getFeatureFlags, createFlags({ adminInterface: true }));
  stubOp(getSiteConfigs, {
    admins: [],
    amplifyGroups: {},
    rateLimit: { period: "Unlimited", rate: 0 },
    promtCostAlert: { isActive: false, alertMessage: "It costs {totalCost}.", cost: 1 },
    ...changes,
  });
  stubOp(updateSiteConfigs, ({ configurations }) =>
    Object.fromEntries(configurations.map(({ type }) => [type, { success: true }])),
  );
  await renderApp("#page=admin&tab=configurations");
  await expect.element(section("Chat Rate Limit")).toBeVisible();
}

async function save(): Promise<unknown> {
  await dialog().getByRole("button", { name: "Save Changes" }).click();
  await eventually(() => listInputs(updateSiteConfigs).length).toBe(1);
  return listInputs(updateSiteConfigs)[0]?.configurations[0]?.data;
}

test("[A2.44] the configurations have the sections Admins, Chat Rate Limit, Prompt Cost Alert and Amplify Groups", async () => {
  await openConfigurations();
  const headings = dialog().getByRole("heading", { level: 3 }).elements();
  expect(headings.map(({ textContent }) => textContent)).toEqual([
    "Admins",
    "Chat Rate Limit",
    "Prompt Cost Alert",
    "Amplify Groups",
  ]);
});

test("[A5.20] the rate is typed in cents, has two decimals and at most eight characters", async () => {
  await openConfigurations();
  await expect.element(rate()).not.toBeInTheDocument();
  await section("Chat Rate Limit").getByRole("combobox", { name: "Period" }).click();
  await page.getByRole("option", { name: "Monthly" }).click();
  await expect.element(rate()).toHaveValue("0.00");
  await expect.element(dialog().getByText("Nobody can use models that cost money.")).toBeVisible();
  await rate().click();
  await userEvent.keyboard("{End}1250");
  await expect.element(rate()).toHaveValue("12.50");
  await expect.element(dialog().getByText("Each person can spend $12.50 per month.")).toBeVisible();
  await userEvent.keyboard("x{Backspace}");
  await expect.element(rate()).toHaveValue("1.25");
  await userEvent.keyboard("00000000");
  await expect.element(rate()).toHaveValue("12500.00");
  expect(await save()).toEqual({ period: "Monthly", rate: 12500 });
});

test("a limit of nothing is saved only after a question", async () => {
  await openConfigurations();
  await section("Chat Rate Limit").getByRole("combobox", { name: "Period" }).click();
  await page.getByRole("option", { name: "Monthly" }).click();
  await dialog().getByRole("button", { name: "Save Changes" }).click();
  const question = () => page.getByRole("alertdialog");
  await expect.element(question().getByText("This stops every paid model.")).toBeVisible();
  await question().getByRole("button", { name: "Cancel" }).click();
  await expect.element(question()).not.toBeInTheDocument();
  expect(listInputs(updateSiteConfigs)).toEqual([]);
  await dialog().getByRole("button", { name: "Save Changes" }).click();
  await question().getByRole("button", { name: "Save", exact: true }).click();
  await eventually(() => listInputs(updateSiteConfigs)[0]?.configurations[0]?.data).toEqual({
    period: "Monthly",
    rate: 0,
  });
});

test("a limit of nothing for a group or its API key is saved only after a question that says what it stops", async () => {
  const group = { group_id: "g1", groupName: "Chemists", rateLimit: { period: "Daily", rate: 5 } } as const;
  await openConfigurations({ assistantAdminGroups: { g1: group }, states: {} });
  changeConfigDraft("assistantAdminGroups", { g1: { group_id: "g1", rateLimit: { period: "Daily", rate: 0 } } }, 0);
  await dialog().getByRole("button", { name: "Save Changes" }).click();
  const question = () => page.getByRole("alertdialog");
  await expect
    .element(question().getByText("This stops every paid model for the assistants of a group."))
    .toBeVisible();
  await question().getByRole("button", { name: "Cancel" }).click();
  await expect.element(question()).not.toBeInTheDocument();
  changeConfigDraft(
    "assistantAdminGroups",
    { g1: { group_id: "g1", keyRateLimit: { period: "Daily", rate: "0" } } },
    0,
  );
  await dialog().getByRole("button", { name: "Save Changes" }).click();
  await expect.element(question().getByText("This stops every paid model for the API key of a group.")).toBeVisible();
  expect(listInputs(updateSiteConfigs)).toEqual([]);
});

test("a limit that the server's environment sets is locked, and says so", async () => {
  await openConfigurations({
    rateLimit: { period: "Hourly", rate: 5 },
    states: { rateLimit: { revision: 0, savedBy: null, savedAt: null, locked: ["LIMIT_HOURLY=5"] } },
  });
  await expect.element(rate()).toBeDisabled();
  await expect.element(rate()).toHaveValue("5.00");
  await expect.element(section("Chat Rate Limit").getByRole("combobox", { name: "Period" })).toBeDisabled();
  await expect.element(dialog().getByText("Set by the environment of the server: LIMIT_HOURLY=5")).toBeVisible();
});

test("[A5.21] the alert has a message with placeholders, and a cost of at least 0 in steps of a cent", async () => {
  await openConfigurations();
  const alert = section("Prompt Cost Alert");
  await expect.element(alert.getByText("{totalCost} is replaced by the estimated cost")).toBeVisible();
  await expect.element(alert.getByText("{prompts} by the number of questions")).toBeVisible();
  await alert.getByRole("switch", { name: "Ask before an expensive message is sent" }).click();
  await cost().click();
  await userEvent.keyboard("{ArrowUp}");
  await expect.element(cost()).toHaveValue("1.01");
  await cost().fill("0.02");
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}");
  await expect.element(cost()).toHaveValue("0");
  await alert.getByRole("textbox", { name: "Alert message" }).fill("Really {totalCost}?");
  expect(await save()).toEqual({ isActive: true, alertMessage: "Really {totalCost}?", cost: 0 });
});
