import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { listLargeModelChats, openNewConversation, waitForAnswerEnd } from "../../support/pages/chatControls.ts";
import { editBox } from "../../support/pages/messageControls.ts";
import { answers, ask, expectEventually, expectVisible, questions } from "../../support/pages/screen.ts";
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

test("[C5.10] json!, csv and fn ask the model's server for their format; the prefix is shown but not sent, also after a reload, on a retry and after an edit", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url, "cloud");
  await ask(page, weatherQuestion);
  expect(getLastChat()?.body?.tools).toEqual([
    { type: "function", function: { name: "weather", parameters: { type: "object" } } },
  ]);
  expect(getLastChat()?.body?.tool_choice).toEqual({ type: "function", function: { name: "weather" } });
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
  await questions(page).last().hover();
  await questions(page).last().getByRole("button", { name: "Edit" }).click();
  expect(await editBox(page).inputValue()).toBe(typedMessage);
  await editBox(page).fill('csv({columns: ["name", "born"]}) Kings [[answer: name,born\nLouis,1638]]');
  await page.keyboard.press("Enter");
  await expectEventually(() => answers(page).last().getByRole("cell").allTextContents()).toEqual(["Louis", "1638"]);
  await waitForAnswerEnd(page);
  expect(getLastSystemPrompt()).toMatch(/CSV.*name,born$/s);
  expect(getLastChat()?.body).not.toHaveProperty("response_format");
  await ask(page, "And now in words");
  expect(getLastChat()?.body).not.toHaveProperty("response_format");
  expect(listLastQuestions()).toEqual([
    "Zürich [[tool: weather]]",
    'List [[answer: {"planets": "Venus"}]]',
    "Kings [[answer: name,born\nLouis,1638]]",
    "And now in words",
  ]);
});
