import { type AssistantSummary, parseAssistantState } from "@lectern/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { sendButton, waitForAnswerEnd } from "../../../testing/chatPage.ts";
import { reloadApp } from "../../../testing/reloadApp.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { composer } from "../../../testing/screen.ts";
import { stubAssistants } from "../../../testing/stubAssistants.ts";
import { stubChat } from "../../../testing/stubChat.ts";

const type = (name: string, disabledMessage = ""): AssistantSummary["groupTypes"][number] => ({
  ...{ name, isDisabled: disabledMessage !== "", disabledMessage, isCustomized: null },
});
const guideId = "astgp/guide";
const guide = {
  assistantId: guideId,
  name: "Library guide",
  group: { id: "Course_1", name: "Course" },
  isPublished: true,
  data: { starters: ["When does it open?"] },
  fields: { role: "use" as const, groupTypes: [type("Law"), type("Art", "Ask the faculty of art.")] },
};

const question = () =>
  page.getByRole("radiogroup", {
    name: "Please select the group you best identify with to start chatting.",
  });
const typeRadio = (name: string) => question().getByRole("radio", { name });

/** Answers each question as the server does for an assistant, which names it. */
const stubGuideAnswers = () =>
  stubChat((answer) => {
    const st = { currentAssistantId: guideId, currentAssistantVersionId: "astg/1", currentAssistantName: guide.name };
    if (!parseAssistantState(st)) throw new Error("the state is malformed");
    answer.send({ s: "meta", st });
    answer.write("At nine.");
    answer.end();
  });

test("[C2.06] [C5.06] [G9.05] an assistant with group types asks for one of them; sending is blocked until then, and a disabled type says why; the choice is sent, and stays with the chat", async () => {
  stubAssistants([guide]);
  const chat = stubGuideAnswers();
  await renderApp(`#assistant=${encodeURIComponent(guideId)}`);
  await expect.element(question()).toBeVisible();
  await page.getByRole("button", { name: "When does it open?" }).click();
  await expect.element(typeRadio("Law")).toHaveFocus();
  await expect.element(question()).toHaveAttribute("aria-invalid", "true");
  await expect.element(composer()).toHaveValue("When does it open?");
  await composer().fill("Hello");
  await expect.element(sendButton()).toHaveAttribute("aria-disabled", "true");
  await sendButton().hover();
  await expect
    .element(page.getByRole("tooltip", { name: "Please address missing information to enable chat" }))
    .toBeVisible();
  await composer().click();
  await userEvent.keyboard("{Enter}");
  await expect.element(typeRadio("Law")).toHaveFocus();
  await expect.element(composer()).toHaveValue("Hello");
  await typeRadio("Art").click();
  await expect.element(question().getByText("Ask the faculty of art.")).toBeVisible();
  await expect.element(sendButton()).toHaveAttribute("aria-disabled", "true");
  await typeRadio("Law").click();
  await expect.element(question()).not.toHaveAttribute("aria-invalid");
  await expect.element(sendButton()).not.toHaveAttribute("aria-disabled");
  await composer().click();
  await userEvent.keyboard("{Enter}");
  await waitForAnswerEnd();
  expect(chat.answers.map(({ request }) => request.options)).toMatchObject([
    { assistantId: guideId, groupType: "Law" },
  ]);

  await reloadApp();
  const chip = page.getByRole("button", { name: "Group: Law", expanded: false });
  await expect.element(chip).toBeVisible();
  expect(question().elements()).toHaveLength(0);
  await chip.click();
  await expect.element(typeRadio("Law")).toBeChecked();
});

test("an assistant without group types asks nothing", async () => {
  stubAssistants([{ assistantId: "astp/plain", name: "Plain" }]);
  await renderApp(`#assistant=${encodeURIComponent("astp/plain")}`);
  await expect.element(page.getByRole("list", { name: "Assistant of this chat" }).getByText("Plain")).toBeVisible();
  await composer().fill("Hello");
  await expect.element(sendButton()).not.toHaveAttribute("aria-disabled");
  for (const role of ["radio", "radiogroup"]) expect(page.getByRole(role).elements()).toHaveLength(0);
});
