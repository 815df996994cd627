import {
  type EmbeddingQueueMessage,
  getEmbeddingQueue,
  getFeatureFlags,
  getSiteConfigs,
  type OpOutput,
  retryEmbedding,
  terminateEmbedding,
} from "@lectern/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { createFlags } from "../../../testing/defaultAnswers.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { dialogNamed } from "../../../testing/screen.ts";
import { failOp, listInputs, pauseOp, stubOp } from "../../../testing/stubServer.ts";

const dialog = () => dialogNamed("Admin Interface");
const panel = () => dialog().getByRole("region", { name: "Embeddings Circuit Breaker (Retrieve SQS Embeddings)" });
const rowOf = (user: string) => panel().getByRole("listitem").filter({ hasText: user });
const button = (name: string) => panel().getByRole("button", { name });

function createMessage(user: string, state: EmbeddingQueueMessage["state"]): EmbeddingQueueMessage {
  return {
    messageId: `message-${user}`,
    eventTime: "2026-11-21T09:30:00.000Z",
    object: { user, key: `${user}/file.json`, size: 2_500_000, type: "application/pdf", pages: 12 },
    state,
    terminated: state === "terminated",
  };
}

/** Answers as a server that embeds documents. */
function stubQueue(...initial: EmbeddingQueueMessage[]): void {
  let messages = initial;
  const setState = (key: string, state: EmbeddingQueueMessage["state"]) => {
    messages = messages.map((message) => (message.object.key === key ? { ...message, state } : message));
    return {};
  };
  const count = (state: string) => messages.filter((message) => message.state === state).length;
  stubOp(getFeatureFlags, createFlags({ adminInterface: true }));
  stubOp(getSiteConfigs, { states: {} });
  stubOp(getEmbeddingQueue, (): OpOutput<typeof getEmbeddingQueue> => {
    return {
      messages,
      model: "embedder",
      counts: { waiting: count("waiting"), active: count("active"), failed: count("failed") },
    };
  });
  stubOp(terminateEmbedding, ({ object_key }) => setState(object_key, "terminated"));
  stubOp(retryEmbedding, ({ object_key }) => setState(object_key, "waiting"));
}

const open = () => renderApp("#page=admin&tab=embeddings");

test("[A2.56] the documents that are being prepared are counted, and listed without their names", async () => {
  const waiting = ["ben@example.org", "cara@example.org"].map((user) => createMessage(user, "waiting"));
  stubQueue(createMessage("ann@example.org", "active"), ...waiting);
  await open();
  await expect.element(panel().getByText("2 waiting, 1 active, 0 failed")).toBeVisible();
  await expect.element(rowOf("ann@example.org")).toMatchTextContent(/PDF · 12 pages · 2\.5 MB.*Active/);
  await expect.element(rowOf("ben@example.org")).toMatchTextContent(/Waiting/);
  stubQueue();
  await button("Reload the embeddings").click();
  await expect.element(panel().getByText("No document is being prepared.")).toBeVisible();
});

test("without an embeddings model, the tab says what that means and leads to where one is chosen", async () => {
  stubQueue();
  await open();
  const text = "No embeddings model is in use: search finds documents by their words only.";
  await expect.element(panel().getByText("No document is being prepared.")).toBeVisible();
  await expect.element(panel().getByText(text)).not.toBeInTheDocument();
  stubOp(getEmbeddingQueue, { messages: [], model: null, counts: { waiting: 0, active: 0, failed: 0 } });
  await button("Reload the embeddings").click();
  await expect.element(panel().getByText(text)).toBeVisible();
  await button("Choose an embeddings model").click();
  await expect
    .element(dialog().getByRole("tab", { name: "Supported Models" }))
    .toHaveAttribute("aria-selected", "true");
});

test("[A4.14] an embedding that is terminated is active, then 'Terminating...', then 'Terminated'", async () => {
  stubQueue(createMessage("ann@example.org", "active"));
  await open();
  const row = rowOf("ann@example.org");
  await expect.element(row.getByText("Active", { exact: true })).toBeVisible();
  const { reached, release } = pauseOp(terminateEmbedding);
  await row.getByRole("button", { name: "Terminate: PDF of ann@example.org" }).click();
  await reached;
  await expect.element(row.getByText("Terminating...", { exact: true })).toBeVisible();
  await expect.element(row.getByRole("button", { name: "Terminate" })).toBeDisabled();
  release();
  await expect.element(row.getByText("Terminated", { exact: true })).toBeVisible();
  await expect.element(row.getByText("Active")).not.toBeInTheDocument();
  await expect.element(row.getByRole("button", { name: "Terminate" })).not.toBeInTheDocument();
  expect(listInputs(terminateEmbedding)).toEqual([{ object_key: "ann@example.org/file.json" }]);
});

test("[A8.29] an embedding that cannot be terminated says so with the server's reason, and stays active", async () => {
  stubQueue(createMessage("ann@example.org", "active"));
  await open();
  failOp(terminateEmbedding, "Out of order");
  await button("Terminate: PDF of ann@example.org").click();
  await expect.element(page.getByText("Unable to terminate embedding at this time.", { exact: true })).toBeVisible();
  await expect.element(page.getByText("Out of order")).toBeVisible();
  await expect.element(rowOf("ann@example.org").getByText("Active", { exact: true })).toBeVisible();
});

test("an embedding that failed is requested again, and a failure of this says so", async () => {
  stubQueue(createMessage("ann@example.org", "failed"));
  await open();
  await button("Retry: PDF of ann@example.org").click();
  await expect.element(rowOf("ann@example.org").getByText("Waiting", { exact: true })).toBeVisible();
  stubQueue(createMessage("ann@example.org", "failed"));
  await button("Reload the embeddings").click();
  failOp(retryEmbedding, "There is no model for search by meaning.");
  await button("Retry: PDF of ann@example.org").click();
  await expect.element(page.getByText("Unable to retry embedding at this time.", { exact: true })).toBeVisible();
});

test("an embedding that was terminated and is requested again is waiting", async () => {
  stubQueue(createMessage("ann@example.org", "active"));
  await open();
  await button("Terminate: PDF of ann@example.org").click();
  await button("Retry: PDF of ann@example.org").click();
  await expect.element(rowOf("ann@example.org").getByText("Waiting", { exact: true })).toBeVisible();
});

test("[A8.28] a queue that cannot be read says so with the server's reason, and can be read again", async () => {
  stubQueue(createMessage("ann@example.org", "active"));
  failOp(getEmbeddingQueue, "Out of order");
  await open();
  await expect
    .element(
      panel().getByText("Unable to retrieve message currently in the sqs. Please try again later...", { exact: true }),
    )
    .toBeVisible();
  await expect.element(panel().getByText("Out of order")).toBeVisible();
  stubQueue(createMessage("ann@example.org", "active"));
  await button("Try again").click();
  await expect.element(rowOf("ann@example.org")).toBeVisible();
  await expect.element(panel().getByRole("alert")).not.toBeInTheDocument();
});
