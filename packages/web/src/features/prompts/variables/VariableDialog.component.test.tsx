import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { questions, waitForAnswerEnd } from "../../../testing/chatPage.ts";
import { createBranch, createConversation, storeLocalConversations } from "../../../testing/conversations.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { composer, dialogNamed } from "../../../testing/screen.ts";
import { listChoices, selectChoice } from "../../../testing/selectField.ts";
import { stubAnswers } from "../../../testing/stubChat.ts";
import { stubPrompts } from "../../../testing/stubFolders.ts";

/** Chooses the first prompt that a slash and these letters offer. */
async function choose(word: string): Promise<void> {
  await composer().fill("");
  await userEvent.keyboard(`/${word}`);
  await expect.element(page.getByRole("listbox", { name: "Prompts" }).getByRole("option").first()).toBeVisible();
  await userEvent.keyboard("{Enter}");
}

test("[C2.07, C2.29, C2.54, C5.21, C5.22, C5.23, C5.25] [C9.03b] each variable has a field of its type with a readable label, and required ones must be filled in; names of conversations are cut at 50 characters", async () => {
  const { answers } = stubAnswers("Fine.");
  stubPrompts(
    {
      name: "Everything",
      content:
        "{{Topic}}|{{Tone:options[calm, loud]}}|{{short_form:boolean}}|{{Talk:conversation(optional: true)}}|" +
        "{{Other:template(type: 'automation')}}|{{Note:text(optional: true)}}|" +
        "{{Lab:conversation(optional: true, startsWith: 'xx')}}|{{Id:uniqueId}}|{{Topic}}",
    },
    { name: "Helper", type: "automation", content: "Help with {{this}}" },
  );
  await storeLocalConversations(
    createConversation({ id: "long", name: "x".repeat(51) }),
    createConversation({ id: "talk", name: "A talk", messages: createBranch(["Earlier", "Said before"]) }),
  );
  await renderApp();
  await choose("everything");
  const dialog = dialogNamed("Everything");
  await expect.element(dialog.getByText("Required fields are marked with *", { exact: true })).toBeVisible();
  const labels = [...dialog.element().querySelectorAll("label")].map(({ textContent }) => textContent);
  expect(labels).toEqual(["Topic *", "Tone *", "Short form", "Talk", "Other *", "Note", "Lab"]);
  // The model of the open conversation is used.
  expect(dialog.getByRole("combobox", { name: "Model" }).elements()).toEqual([]);
  const clickInsert = () => dialog.getByRole("button", { name: "Insert", exact: true }).click();
  await clickInsert();
  const refusal = 'Please fill out all required variables marked with "*"';
  await expect.element(dialog.getByRole("alert").getByText(refusal, { exact: true })).toBeVisible();
  const topic = dialog.getByRole("textbox", { name: "Topic" });
  await expect.element(topic).toHaveAttribute("aria-invalid", "true");
  await expect.element(topic).toHaveFocus();
  await topic.fill("Rain");
  // What is filled in is not marked any longer.
  await expect.element(topic).not.toHaveAttribute("aria-invalid");
  await selectChoice(dialog, "Tone", "loud");
  await dialog.getByRole("checkbox", { name: "Short form" }).click();
  const cutName = `${"x".repeat(49)}…`;
  expect(new Set(await listChoices(dialog, "Talk"))).toEqual(new Set(["A talk", cutName]));
  await selectChoice(dialog, "Talk", "A talk");
  expect(await listChoices(dialog, "Lab")).toEqual([cutName]);
  expect(await listChoices(dialog, "Tone")).toEqual(["calm", "loud"]);
  expect(await listChoices(dialog, "Other")).toEqual(["Helper"]);
  await selectChoice(dialog, "Other", "Helper");
  await clickInsert();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect
    .element(composer())
    .toHaveValue(
      expect.stringMatching(
        /^Rain\|loud\|true\|User: Earlier\n\nAssistant: Said before\|Help with \{\{this\}\}\|\|\|[0-9a-f-]{36}\|Rain$/,
      ),
    );
  const inserted = composer().element();
  const insertedText = inserted instanceof HTMLTextAreaElement ? inserted.value : "";
  await userEvent.keyboard("{Enter}");
  await waitForAnswerEnd();
  expect(answers.at(-1)?.request.messages?.at(-1)?.content).toBe(insertedText);
  // An inserted value is shown by its name.
  const shownText = /^Rain\|loud\|true\|\[Chat: A talk\]\|\[Template: Helper\]\|\|\|[0-9a-f-]{36}\|Rain$/;
  await expect.element(questions().last().getByText(shownText)).toBeVisible();
});

test("[C2.54] typed values are restored after the dialog was closed by mistake, and cleared once used", async () => {
  stubPrompts({ name: "Letter", content: "Dear {{Who}}, {{What}}" });
  await renderApp();
  const dialog = dialogNamed("Letter");
  const who = dialog.getByRole("textbox", { name: "Who" });
  await choose("letter");
  await who.fill("Ada");
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(composer()).toHaveValue("/letter");
  await expect.element(composer()).toHaveFocus();
  await choose("letter");
  await expect.element(who).toHaveValue("Ada");
  await dialog.getByRole("textbox", { name: "What" }).fill("thanks");
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.element(composer()).toHaveValue("Dear Ada, thanks");
  await choose("letter");
  await expect.element(who).toHaveValue("");
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
});

test("[C5.22] a pattern, a prefix, a length and line numbers of a variable are enforced", async () => {
  stubPrompts({
    name: "Strict",
    content:
      '{{Year:text(regex: "^[0-9]{4}$")}} {{Course:text(startsWith: "TA-")}} {{Cut:text(truncate: 3)}} {{Lines:text(lineNumbers: true, escape: true)}}',
  });
  await renderApp();
  await choose("strict");
  const dialog = dialogNamed("Strict");
  const field = (name: string) => dialog.getByRole("textbox", { name });
  await field("Year").fill("26");
  await field("Course").fill("101");
  await field("Cut").fill("abcdef");
  await field("Lines").fill("a\nb");
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.element(dialog.getByText("This must match the pattern ^[0-9]{4}$")).toBeVisible();
  await expect.element(dialog.getByText("This must begin with “TA-”.")).toBeVisible();
  await field("Year").fill("2026");
  await field("Course").fill("TA-101");
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.element(composer()).toHaveValue("2026 TA-101 abc 1: a\\n2: b");
});
