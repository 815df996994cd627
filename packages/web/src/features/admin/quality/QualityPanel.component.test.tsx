import {
  deleteQualitySubmission,
  exportQualitySubmissions,
  getFeatureFlags,
  getQualitySubmission,
  getSiteConfigs,
  type ListedQualitySubmission,
  listQualitySubmissions,
} from "@lectern/contract";
import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { createFlags } from "../../../testing/defaultAnswers.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { dialogNamed, eventually } from "../../../testing/screen.ts";
import { failOp, listInputs, stubOp } from "../../../testing/stubServer.ts";

const panel = () => dialogNamed("Admin Interface").getByRole("region", { name: "Quality improvement" });
const rows = () => panel().getByRole("list", { name: "Submissions" }).getByRole("button");
const opened = () => dialogNamed("Submission for quality improvement");

const createSubmission = (changes: Partial<ListedQualitySubmission> = {}): ListedQualitySubmission => ({
  id: "6f9619ff-8b86-4d01-b42d-00c04fc964ff",
  type: "Conversation",
  submittedAt: "2026-11-30T00:00:00.000Z",
  sender: null,
  summary: "It went well.",
  numberOfDataSources: 1,
  messageCount: 2,
  ...changes,
});
const whole = {
  ...{ ...createSubmission(), purpose: "Learn", additionalComments: "", dataSources: null },
  conversation: {
    ...{ name: "Entropy", folderId: null },
    messages: [
      { role: "user" as const, content: "What is *entropy*?" },
      { role: "assistant" as const, content: "A **measure**. <img src=x onerror=alert(1)>" },
    ],
  },
};

beforeEach(() => {
  stubOp(getFeatureFlags, createFlags({ adminInterface: true }));
  stubOp(getSiteConfigs, { states: {} });
  stubOp(listQualitySubmissions, { submissions: [createSubmission()], nextCursor: null });
  stubOp(getQualitySubmission, { submission: whole });
});

const open = () => renderApp("#page=admin&tab=quality");

test("submissions are searched, and more are loaded on request", async () => {
  const sender = { name: "Ann", email: "ann@uni.edu" };
  stubOp(listQualitySubmissions, ({ query, cursor }) => {
    if (query === "none") return { submissions: [], nextCursor: null };
    const later = createSubmission({ id: "00000000-0000-4000-8000-000000000000", summary: "Older", sender });
    return cursor
      ? { submissions: [later], nextCursor: null }
      : { submissions: [createSubmission({ messageCount: 0 })], nextCursor: "next" };
  });
  await open();
  await expect.element(panel().getByText("Anonymous")).toBeVisible();
  await expect.element(panel().getByText("Without the chat")).toBeVisible();
  await panel().getByRole("button", { name: "Show earlier submissions" }).click();
  await expect.element(panel().getByText("Ann, ann@uni.edu")).toBeVisible();
  await panel().getByRole("searchbox", { name: "Search submissions" }).fill("none");
  await expect.element(panel().getByText("No submission has this in its texts or its sender.")).toBeVisible();
  await expect.element(panel().getByRole("button", { name: "Export as CSV" })).toBeDisabled();
});

test("an opened submission shows its texts and its conversation, in which nothing runs", async () => {
  await open();
  await rows().click();
  await expect.element(opened().getByText("Learn")).toBeVisible();
  await expect.element(opened().getByText("What is *entropy*?")).toBeVisible();
  await expect.element(opened().getByText("measure", { exact: true })).toBeVisible();
  expect(opened().element().querySelector("strong")?.textContent).toBe("measure");
  expect(opened().element().querySelector("img")).toBeNull();
  expect(listInputs(getQualitySubmission)).toEqual([{ submissionId: whole.id }]);
});

test("a submission is deleted after a question, and leaves the list", async () => {
  await open();
  await rows().click();
  await opened().getByRole("button", { name: "Delete…" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete the submission" });
  await question.getByRole("button", { name: "Cancel" }).click();
  expect(listInputs(deleteQualitySubmission)).toEqual([]);
  failOp(deleteQualitySubmission, "The database is down.");
  await opened().getByRole("button", { name: "Delete…" }).click();
  await question.getByRole("button", { name: "Delete", exact: true }).click();
  await expect.element(page.getByText("The database is down.")).toBeVisible();
  await expect.element(opened()).toBeVisible();
  stubOp(deleteQualitySubmission, () => {
    stubOp(listQualitySubmissions, { submissions: [], nextCursor: null });
    return {};
  });
  await opened().getByRole("button", { name: "Delete…" }).click();
  await question.getByRole("button", { name: "Delete", exact: true }).click();
  await expect.element(panel().getByText("Nobody has shared a chat yet.")).toBeVisible();
  await expect.element(opened()).not.toBeInTheDocument();
});

test("a list and a submission that can’t be loaded are loaded again", async () => {
  failOp(listQualitySubmissions, "The database is down.");
  await open();
  await expect.element(panel().getByText("The database is down.")).toBeVisible();
  stubOp(listQualitySubmissions, { submissions: [createSubmission()], nextCursor: null });
  await panel().getByRole("button", { name: "Try again" }).click();
  failOp(getQualitySubmission, "This submission no longer exists.", { status: 404, code: "notFound" });
  await rows().click();
  await expect.element(opened().getByText("This submission no longer exists.")).toBeVisible();
  stubOp(getQualitySubmission, { submission: whole });
  await opened().getByRole("button", { name: "Try again" }).click();
  await expect.element(opened().getByText("Learn")).toBeVisible();
});

test("all submissions that match are exported, and no cell is a formula", async () => {
  const createUrl = vi.spyOn(URL, "createObjectURL");
  const files: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    files.push(this.download);
  });
  const texts = { purpose: "", additionalComments: "", conversation: "User: Hi" };
  stubOp(exportQualitySubmissions, ({ cursor }) =>
    cursor
      ? { submissions: [{ ...createSubmission({ summary: "=1+1" }), ...texts }], nextCursor: null }
      : { submissions: [{ ...createSubmission(), ...texts }], nextCursor: "next" },
  );
  await open();
  await panel().getByRole("button", { name: "Export as CSV" }).click();
  await eventually(() => files).toEqual([expect.stringMatching(/^quality-improvement-\d{4}-\d\d-\d\d\.csv$/)]);
  const [content] = createUrl.mock.calls.at(-1) ?? [];
  click.mockRestore();
  createUrl.mockRestore();
  if (!(content instanceof Blob)) throw new Error("nothing was saved");
  const lines = (await content.text()).trim().split("\r\n");
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain("2026-11-30,Conversation,,,It went well.,,,1,2,User: Hi,");
  expect(lines[2]).toContain("2026-11-30,Conversation,,,'=1+1,");
});
