import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { listLargeModelChats, openNewConversation, waitForAnswerEnd } from "../../support/pages/chatControls.ts";
import { editBox } from "../../support/pages/messageControls.ts";
import {
  alertWithText,
  answers,
  ask,
  composer,
  expectEventually,
  expectVisible,
  questions,
  send,
} from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

const getLastChat = () => listLargeModelChats(fixture.workspace.models).at(-1);
/** The person's messages in the last request. */
const listLastQuestions = () =>
  getLastChat()
    ?.body?.messages?.filter(({ role }) => role === "user")
    .map(({ content }) => content);
const getLastSystemPrompt = () => String(getLastChat()?.body?.messages?.find(({ role }) => role === "system")?.content);
const schema =
  '{type: "object", properties: {planets: {type: "array"}}, required: ["planets"], additionalProperties: false}';

const typedMessage = `json!({schema: ${schema}, name: "planets"}) Name two. [[answer: {"planets": ["Venus", "Mars"]}]]`;
const planetsQuestion = 'Name two. [[answer: {"planets": ["Venus", "Mars"]}]]';

/** Checks that the last request asked for JSON that matches the schema. */
function expectPlanetsRequested(): void {
  expect(getLastChat()?.prompt).toBe(planetsQuestion);
  expect(getLastChat()?.body?.response_format).toEqual({
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
}

/** Asks for the last answer again, and checks that the new request also asked for JSON that matches the schema. */
async function retryPlanets(page: Page): Promise<void> {
  const chatCountBefore = listLargeModelChats(fixture.workspace.models).length;
  await answers(page).last().getByRole("button", { name: "Answer again" }).click();
  await expectEventually(() => listLargeModelChats(fixture.workspace.models).length).toBe(chatCountBefore + 1);
  await waitForAnswerEnd(page);
  expectPlanetsRequested();
}

const weatherQuestion =
  'fn({functions: [{name: "weather", parameters: {type: "object"}}], call: "weather"}) Zürich [[tool: weather]]';

async function expectCallShown(answer: Locator): Promise<void> {
  await expectEventually(() => answer.textContent()).toMatch(/Call of weather:/);
  await expectEventually(() => answer.locator("pre").textContent()).toMatch(/"place": "Zürich"/);
}

test("[C5.10] json, json!, csv and fn ask the model's server for their format; the prefix is shown but not sent, also after a reload, an edit and on a retry", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await send(page, "json!({schema: planets}) List");
  await alertWithText(
    page,
    "The options of json!( … ) can’t be read: “planets” needs quotes around it. The message wasn’t sent.",
  ).waitFor();
  await expectEventually(() => composer(page).inputValue()).toBe("json!({schema: planets}) List");
  expect(listLargeModelChats(fixture.workspace.models)).toEqual([]);
  expect(await questions(page).count()).toBe(0);

  await ask(page, "json({}) List [[answer: No JSON here]]");
  expect(getLastChat()?.body?.response_format).toEqual({ type: "json_object" });
  expect(getLastSystemPrompt()).toContain("one JSON object");
  await expectVisible(answers(page).last(), "This answer isn’t valid JSON.");

  await ask(page, 'csv({columns: ["name", "born"]}) Kings [[answer: name,born\nLouis,1638\nAnne]]');
  expect(getLastSystemPrompt()).toMatch(/CSV.*name,born$/s);
  expect(getLastChat()?.body).not.toHaveProperty("response_format");
  await expectEventually(() => answers(page).last().getByRole("cell").allTextContents()).toEqual([
    "Louis",
    "1638",
    "Anne",
    "",
  ]);
  await expectVisible(answers(page).last(), "Row 2 of this answer doesn’t have 2 columns.");
  await ask(page, 'csv({columns: ["name", "born"]}) Kings [[answer: Louis was born in 1638]]');
  await expectVisible(answers(page).last(), "This answer doesn’t start with the columns name, born.");

  await ask(page, weatherQuestion);
  expect(getLastChat()?.body?.tools).toEqual([
    { type: "function", function: { name: "weather", parameters: { type: "object" } } },
  ]);
  expect(getLastChat()?.body?.tool_choice).toEqual({ type: "function", function: { name: "weather" } });
  await expectCallShown(answers(page).last());
  await ask(page, typedMessage);
  expectPlanetsRequested();

  await page.reload();
  await expectVisible(questions(page).last(), typedMessage);
  expect(await questions(page).count()).toBe(5);
  await expectVisible(answers(page).first(), "This answer isn’t valid JSON.");
  await expectCallShown(answers(page).nth(3));
  await retryPlanets(page);

  await questions(page).last().hover();
  await questions(page).last().getByRole("button", { name: "Edit" }).click();
  expect(await editBox(page).inputValue()).toBe(typedMessage);
  await editBox(page).fill('csv({columns: ["a"]}) List [[answer: a]]');
  await page.keyboard.press("Enter");
  await expectEventually(() => getLastChat()?.prompt).toBe("List [[answer: a]]");
  expect(getLastChat()?.body).not.toHaveProperty("response_format");
  await waitForAnswerEnd(page);
  await ask(page, "And now in words");
  expect(getLastChat()?.body).not.toHaveProperty("response_format");
  expect(listLastQuestions()).toEqual([
    "List [[answer: No JSON here]]",
    "Kings [[answer: name,born\nLouis,1638\nAnne]]",
    "Kings [[answer: Louis was born in 1638]]",
    "Zürich [[tool: weather]]",
    "List [[answer: a]]",
    "And now in words",
  ]);
});

test("[C5.10] in a cloud conversation too, the prefix is shown but not sent, also on a retry, and a called function is shown after a reload", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url, "cloud");
  await ask(page, weatherQuestion);
  await expectCallShown(answers(page).last());
  await ask(page, `json!({schema: ${schema}}) List [[answer: {"planets": "Venus"}]]`);
  const violation = "This answer doesn’t match its schema: “planets”: expected array, received string.";
  await expectVisible(answers(page).last(), violation);
  await ask(page, typedMessage);
  expectPlanetsRequested();
  await page.reload();
  await expectCallShown(answers(page).first());
  await expectVisible(answers(page).nth(1), violation);
  await expectVisible(questions(page).last(), typedMessage);
  await retryPlanets(page);
  await ask(page, "And now in words");
  expect(getLastChat()?.body).not.toHaveProperty("response_format");
  expect(listLastQuestions()).toEqual([
    "Zürich [[tool: weather]]",
    'List [[answer: {"planets": "Venus"}]]',
    planetsQuestion,
    "And now in words",
  ]);
});
