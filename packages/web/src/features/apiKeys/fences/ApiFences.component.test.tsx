import { createApiKey, deactivateApiKey, getFeatureFlags, revealApiKey, updateApiKeys } from "@lectern/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { sendMessage, waitForAnswerEnd } from "../../../testing/chatPage.ts";
import { createFlags } from "../../../testing/defaultAnswers.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { dialogNamed, eventually, log } from "../../../testing/screen.ts";
import { createKey, stubApiKeys } from "../../../testing/stubApiKeys.ts";
import { stubAnswers } from "../../../testing/stubChat.ts";
import { getPerson, listInputs, stubOp } from "../../../testing/stubServer.ts";

const card = (name: string) => log().getByRole("region", { name });
const fence = (block: object | string) =>
  `\`\`\`APIkey\n${typeof block === "string" ? block : JSON.stringify(block)}\n\`\`\``;

async function showAnswer(text: string): Promise<void> {
  stubAnswers(`Here:\n\n${text}\n`);
  await renderApp();
  await sendMessage("Please");
  await waitForAnswerEnd();
}

/** What acts. Listing keys does not. */
const listActions = () =>
  [createApiKey, updateApiKeys, deactivateApiKey, revealApiKey].flatMap((op) => listInputs<typeof op>(op));

test("a block to create a key opens the form with what is proposed, except for whom it acts and who pays", async () => {
  stubApiKeys([]);
  await showAnswer(
    fence({
      OP: "CREATE",
      DATA: {
        appName: "Grading script",
        accessTypes: ["chat"],
        rateLimit: { period: "Daily", rate: "5" },
        owner: "mallory@example.org",
        delegate: "mallory@example.org",
        account: "mallorys",
        systemUse: true,
      },
    }),
  );
  await expect.element(card("Create an API key").getByText("Grading script")).toBeVisible();
  expect(listActions()).toEqual([]);
  await card("Create an API key").getByRole("button", { name: "Open the form" }).click();
  const form = dialogNamed("Create an API key");
  await expect.element(form.getByLabelText("Name")).toHaveValue("Grading script");
  await expect.element(form.getByRole("radio", { name: "You", exact: true })).toBeChecked();
  expect(listActions()).toEqual([]);
  await form.getByRole("button", { name: "Create", exact: true }).click();
  await eventually(() => listInputs(createApiKey)).toHaveLength(1);
  expect(listInputs(createApiKey)[0]).toMatchObject({
    ...{ appName: "Grading script", accessTypes: ["chat"], rateLimit: { period: "Daily" } },
    ...{ owner: getPerson().email, delegate: null, account: "110.04.4100", systemUse: false },
  });
});

test("a block to deactivate a key asks first", async () => {
  const key = createKey({ applicationName: "Old script" });
  stubApiKeys([key, createKey({ applicationName: "Other" })]);
  await showAnswer(fence({ OP: "DEACTIVATE", DATA: { appName: "Old script" } }));
  await card("Deactivate an API key").getByRole("button", { name: "Deactivate the key" }).click();
  const question = page.getByRole("alertdialog");
  await expect.element(question.getByText("Deactivate Old script")).toBeVisible();
  expect(listActions()).toEqual([]);
  await question.getByRole("button", { name: "Deactivate" }).click();
  await eventually(() => listInputs(deactivateApiKey)).toEqual([{ apiKeyId: key.api_owner_id, leaked: false }]);
  await expect.element(card("Deactivate an API key").getByText("This key is already inactive.")).toBeVisible();
});

test("a block to change a key asks first, with what the key has now, and changes nothing but what it shows", async () => {
  const key = createKey({ applicationName: "Script", accessTypes: ["full_access"] });
  stubApiKeys([key]);
  await showAnswer(
    fence({ OP: "UPDATE", DATA: { apiKeyId: key.api_owner_id, updates: { accessTypes: ["share"], account: "x" } } }),
  );
  await expect.element(card("Change an API key").getByText("Sharing")).toBeVisible();
  await card("Change an API key").getByRole("button", { name: "Change the key" }).click();
  const question = page.getByRole("alertdialog");
  await expect.element(question.getByText("Access: Sharing (now: Full access)")).toBeVisible();
  expect(listActions()).toEqual([]);
  await question.getByRole("button", { name: "Save Changes" }).click();
  await eventually(() => listInputs(updateApiKeys)).toEqual([
    [{ apiKeyId: key.api_owner_id, updates: { accessTypes: ["share"] } }],
  ]);
});

test("a block to get a key opens it in the tab for API access, and reveals nothing", async () => {
  stubApiKeys([createKey({ applicationName: "Script", applicationDescription: "Its details." })]);
  await showAnswer(fence({ OP: "GET", DATA: { appName: "Script" } }));
  await card("Show an API key").getByRole("button", { name: "Show the key" }).click();
  await expect.element(dialogNamed("Manage Accounts").getByText("Its details.")).toBeVisible();
  expect(listActions()).toEqual([]);
});

test("a block about a key that is not the person's, or about one of several, cannot be carried out", async () => {
  stubApiKeys([createKey({ applicationName: "Twin" }), createKey({ applicationName: "Twin" })]);
  await showAnswer(
    [
      fence({ OP: "DEACTIVATE", DATA: { apiKeyId: "mallory/ownerKey/1" } }),
      fence({ OP: "GET", DATA: { appName: "Twin" } }),
    ].join("\n\n"),
  );
  await expect.element(card("Deactivate an API key").getByText("You have no such key.")).toBeVisible();
  await expect.element(card("Deactivate an API key").getByRole("button")).toBeDisabled();
  await expect.element(card("Show an API key").getByText(/^Several of your keys have this name/)).toBeVisible();
  await expect.element(card("Show an API key").getByRole("button")).toBeDisabled();
});

test("a malformed block is shown as code, with a note", async () => {
  stubApiKeys([]);
  await showAnswer(fence({ OP: "ERASE", DATA: {} }));
  await expect.element(log().getByText(/^This proposal for an API key can’t be read/)).toBeVisible();
  await expect.element(log().getByText('{"OP":"ERASE","DATA":{}}')).toBeVisible();
});

test("a block APIdoc opens the API reference on request", async () => {
  stubApiKeys([]);
  await showAnswer("```APIdoc\n{}\n```");
  await card("API reference").getByRole("button", { name: "Open the API reference" }).click();
  await eventually(() => location.hash).toContain("page=api");
});

test("without the flag both blocks are code", async () => {
  stubOp(getFeatureFlags, createFlags({ apiKeys: false }));
  await showAnswer(`${fence({ OP: "CREATE", DATA: { appName: "x" } })}\n\n\`\`\`APIdoc\n{}\n\`\`\``);
  await expect.element(log().getByText('{"OP":"CREATE","DATA":{"appName":"x"}}')).toBeVisible();
  expect(log().getByRole("region").elements()).toEqual([]);
});
