import { createAssistant } from "@lectern/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { alerts, sendMessage, waitForAnswerEnd } from "../../../../testing/chatPage.ts";
import { renderApp } from "../../../../testing/renderApp.tsx";
import { eventually } from "../../../../testing/screen.ts";
import { stubAssistants } from "../../../../testing/stubAssistants.ts";
import { stubChat } from "../../../../testing/stubChat.ts";
import { Failure, interceptOp } from "../../../../testing/stubServer.ts";

test("[C2.36b] [C4.45] [C8.45] an assistant that a model offers is shown with its fields once the offer is complete, and created on request", async () => {
  const assistants = stubAssistants([]);
  const chat = stubChat();
  await renderApp();
  await sendMessage("Make one");
  await eventually(() => chat.answers.length).toBe(1);
  const offer = JSON.stringify({ name: "Essay coach!", description: "Helps with essays.", instructions: "Ask first." });
  chat.answers[0]?.write(`Here:\n\n\`\`\`assistant\n${offer.slice(0, 40)}`);
  await expect.element(page.getByText("We are making progress on your assistant", { exact: true })).toBeVisible();
  const createButton = page.getByRole("button", { name: "Create Assistant" });
  expect(createButton.elements()).toHaveLength(0);
  chat.answers[0]?.write(`${offer.slice(40)}\n\`\`\`\n`);
  chat.answers[0]?.end();
  await waitForAnswerEnd();
  const card = page.getByRole("region", { name: "Assistant Essay coach" });
  for (const text of ["Description", "Helps with essays.", "Instructions", "Ask first.", "Data Sources"])
    await expect.element(card.getByText(text, { exact: true })).toBeVisible();
  const failure = Promise.withResolvers<never>();
  const endFailure = interceptOp(createAssistant, () => failure.promise);
  await createButton.click();
  await expect.element(card.getByRole("button", { name: "Creating assistant..." })).toBeVisible();
  failure.reject(new Failure("No."));
  await expect.element(alerts().getByText("Failed to create assistant. Please try again.")).toBeVisible();
  endFailure();
  await createButton.click();
  await expect.element(card.getByText("Assistant created successfully!")).toBeVisible();
  expect(assistants.get("Essay coach")).toMatchObject({
    description: "Helps with essays.",
    instructions: "Ask first.",
  });
  await card.getByRole("button", { name: "Open" }).click();
  await expect
    .element(page.getByRole("list", { name: "Assistant of this chat" }).getByText("Essay coach"))
    .toBeVisible();
});
