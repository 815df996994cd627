import { describe, expect, test } from "vitest";
import { largeModelChats, openNewConversation, waitForAnswerEnd } from "../../support/chatControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { editBox } from "../../support/messageControls.ts";
import {
  alertWithText,
  answers,
  ask,
  composer,
  expectEventually,
  expectVisible,
  questions,
  send,
} from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

const lastChat = () => largeModelChats(fixture.workspace.models).at(-1);
const lastSystemPrompt = () => String(lastChat()?.body?.messages?.find(({ role }) => role === "system")?.content);
const schema =
  '{type: "object", properties: {planets: {type: "array"}}, required: ["planets"], additionalProperties: false}';

describe.each(["local", "cloud"] as const)("in a %s conversation", (storage) => {
  test("[C5.10] json! asks the model's server for JSON of the schema; the prefix is shown but not sent, also on a retry", async () => {
    const { page } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url, storage);
    const typed = `json!({schema: ${schema}, name: "planets"}) Name two. [[answer: {"planets": ["Venus", "Mars"]}]]`;
    await ask(page, typed);
    const isAsked = () => {
      expect(lastChat()?.prompt).toBe('Name two. [[answer: {"planets": ["Venus", "Mars"]}]]');
      expect(lastChat()?.body?.response_format).toEqual({
        type: "json_schema",
        json_schema: {
          name: "planets",
          strict: true,
          schema: {
            type: "object",
            properties: { planets: { type: "array" } },
            required: ["planets"],
            additionalProperties: false,
          },
        },
      });
    };
    isAsked();
    await expectVisible(questions(page).last(), typed);
    await page.reload();
    await expectVisible(questions(page).last(), typed);
    const before = largeModelChats(fixture.workspace.models).length;
    await answers(page).last().getByRole("button", { name: "Answer again" }).click();
    await expectEventually(() => largeModelChats(fixture.workspace.models).length).toBe(before + 1);
    await waitForAnswerEnd(page);
    isAsked();
    await ask(page, "And now in words");
    expect(lastChat()?.body).not.toHaveProperty("response_format");
    expect(
      lastChat()
        ?.body?.messages?.filter(({ role }) => role === "user")
        .map(({ content }) => content),
    ).toEqual(['Name two. [[answer: {"planets": ["Venus", "Mars"]}]]', "And now in words"]);
  });

  test("[C5.10] json asks for any JSON, and the page says when the answer is not JSON", async () => {
    const { page } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url, storage);
    await ask(page, "json({}) List [[answer: No JSON here]]");
    expect(lastChat()?.body?.response_format).toEqual({ type: "json_object" });
    expect(lastSystemPrompt()).toContain("one JSON object");
    await expectVisible(answers(page).last(), "This answer is not valid JSON.");
    await page.reload();
    await expectVisible(answers(page).last(), "This answer is not valid JSON.");
  });

  test("[C5.10] csv sends the columns to the model and checks the answer", async () => {
    const { page } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url, storage);
    await ask(page, 'csv({columns: ["name", "born"]}) Kings [[answer: name,born\nLouis,1638]]');
    expect(lastSystemPrompt()).toMatch(/CSV.*name,born$/s);
    expect(lastChat()?.body).not.toHaveProperty("response_format");
    expect(
      await answers(page)
        .last()
        .getByText(/^This answer/)
        .count(),
    ).toBe(0);
    await ask(page, 'csv({columns: ["name", "born"]}) Kings [[answer: Louis was born in 1638]]');
    await expectVisible(answers(page).last(), "This answer does not start with the columns name, born.");
  });

  test("[C5.10] fn offers functions, and the answer shows which one is called with which arguments", async () => {
    const { page } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url, storage);
    await ask(
      page,
      'fn({functions: [{name: "weather", parameters: {type: "object"}}], call: "weather"}) Zürich [[tool: weather]]',
    );
    expect(lastChat()?.body?.tools).toEqual([
      { type: "function", function: { name: "weather", parameters: { type: "object" } } },
    ]);
    expect(lastChat()?.body?.tool_choice).toEqual({ type: "function", function: { name: "weather" } });
    const isShown = async () => {
      await expectEventually(() => answers(page).last().textContent()).toMatch(/Call of weather:/);
      await expectEventually(() => answers(page).last().locator("pre").textContent()).toMatch(/"place": "Zürich"/);
    };
    await isShown();
    await page.reload();
    await isShown();
    await ask(page, "Thanks [[answer: You are welcome]]");
    expect(await questions(page).count()).toBe(2);
  });
});

test("[C5.10] invalid options are reported; nothing is sent, and the text stays", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await send(page, "json!({schema: planets}) List");
  await alertWithText(
    page,
    "The options of json!( … ) cannot be read: “planets” needs quotes around it. The message was not sent.",
  ).waitFor();
  await expectEventually(() => composer(page).inputValue()).toBe("json!({schema: planets}) List");
  expect(largeModelChats(fixture.workspace.models)).toEqual([]);
  expect(await questions(page).count()).toBe(0);
});

test("[C5.10] an edited message requests the format of its new text", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await ask(page, "json({}) List [[answer: {}]]");
  await questions(page).last().hover();
  await questions(page).last().getByRole("button", { name: "Edit" }).click();
  expect(await editBox(page).inputValue()).toBe("json({}) List [[answer: {}]]");
  await editBox(page).fill('csv({columns: ["a"]}) List [[answer: a]]');
  await page.keyboard.press("Enter");
  await expectEventually(() => lastChat()?.prompt).toBe("List [[answer: a]]");
  expect(lastChat()?.body).not.toHaveProperty("response_format");
});
