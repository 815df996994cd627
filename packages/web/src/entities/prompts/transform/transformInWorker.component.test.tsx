import { expect, test } from "vitest";
import { lastAnswer, waitForAnswerText } from "../../../testing/chatPage.ts";
import { complete, openNewChat, waitForRequest } from "../../../testing/chatSteps.ts";
import { openPrompts, promptRow } from "../../../testing/promptPanel.ts";
import { stubChat } from "../../../testing/stubChat.ts";
import { stubPrompts } from "../../../testing/stubFolders.ts";

test("transformers that fail, never end or reach for the page leave the answer unchanged, and the page says so", async () => {
  const chat = stubChat();
  const transformer = (name: string, code: string) => ({
    ...{ name, type: "output_transformer" as const, data: { requiredTags: ["t"], code } },
  });
  stubPrompts(
    transformer("A broken", "throw new Error('no')"),
    transformer("B endless", "for (;;);"),
    transformer("C page", "return document.title + fetch('/');"),
    { name: "Talk", content: "Speak", data: { conversationTags: ["t"] } },
  );
  await openNewChat();
  await openPrompts();
  await promptRow("Talk").click();
  await complete(await waitForRequest(chat, 1), "as it was");
  const notice =
    "The output transformer “A broken” couldn’t be used: “no”. The output transformer “B endless” couldn’t be used: it took too long. " +
    "The output transformer “C page” couldn’t be used: “'document' is not defined”.";
  await expect.element(lastAnswer().getByText(notice, { exact: true }), { timeout: 10_000 }).toBeVisible();
  await waitForAnswerText("as it was");
});
