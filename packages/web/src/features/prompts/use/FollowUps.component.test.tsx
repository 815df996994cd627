import { expect, test } from "vitest";
import { type Locator, page } from "vitest/browser";
import { waitForAnswerText } from "../../../testing/chatPage.ts";
import { complete, listSentTexts, openNewChat, waitForRequest } from "../../../testing/chatSteps.ts";
import { openPrompts, promptRow } from "../../../testing/promptPanel.ts";
import { dialogNamed } from "../../../testing/screen.ts";
import { stubChat } from "../../../testing/stubChat.ts";
import { stubPrompts } from "../../../testing/stubFolders.ts";

const followUps = () => page.getByRole("list", { name: "Follow-ups" });
const followUpButton = (name: string): Locator => followUps().getByRole("button", { name });

test("follow-ups with matching tags are listed below the last answer, and a chosen one is sent", async () => {
  const chat = stubChat();
  stubPrompts(
    { name: "Talk", content: "Speak", data: { conversationTags: ["t"] } },
    { name: "Explain simply", type: "follow_up", content: "Explain that simply.", data: { requiredTags: ["t"] } },
    { name: "For sailors", type: "follow_up", content: "Explain for {{Whom}}.", data: { requiredTags: ["sea"] } },
    { name: "Sea talk", content: "Ahoy", data: { conversationTags: ["sea"] } },
  );
  await openNewChat();
  await openPrompts();
  await promptRow("Talk").click();
  await complete(await waitForRequest(chat, 1), "As it was");
  await expect.element(followUpButton("Explain simply")).toBeVisible();
  expect(followUpButton("For sailors").elements()).toEqual([]);
  await followUpButton("Explain simply").click();
  const simple = await waitForRequest(chat, 2);
  expect(listSentTexts(simple)).toEqual(["Speak", "As it was", "Explain that simply."]);
  await complete(simple, "Simple");
  await waitForAnswerText("Simple");
  await expect.element(followUpButton("Explain simply")).toBeVisible();
  expect(followUps().elements()).toHaveLength(1);

  await promptRow("Sea talk").click();
  await complete(await waitForRequest(chat, 3), "Arr");
  await followUpButton("For sailors").click();
  const dialog = dialogNamed("For sailors");
  await dialog.getByRole("textbox", { name: "Whom" }).fill("captains");
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  const sailed = await waitForRequest(chat, 4);
  expect(listSentTexts(sailed).at(-1)).toBe("Explain for captains.");
  await complete(sailed, "Sailed");
  await waitForAnswerText("Sailed");
});
