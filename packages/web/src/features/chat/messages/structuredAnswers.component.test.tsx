import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { alertWithText, answers, lastAnswer, questions, sendMessage } from "../../../testing/chatPage.ts";
import {
  ask,
  complete,
  editBox,
  editButton,
  listSentTexts,
  openNewChat,
  sendAndBegin,
  waitForRequest,
} from "../../../testing/chatSteps.ts";
import { reloadApp } from "../../../testing/reloadApp.ts";
import { composer, eventually } from "../../../testing/screen.ts";
import { stubChat } from "../../../testing/stubChat.ts";

const planetsMessage =
  'json!({schema: {type: "object", properties: {planets: {type: "array"}}, required: ["planets"], additionalProperties: false}, name: "planets"}) Name two.';
const planetsFormat = {
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
};

test("[C5.10] a message whose options cannot be read is not sent, and a notice says why", async () => {
  const chat = stubChat();
  await openNewChat();
  await sendMessage("json!({schema: planets}) List");
  const refusal = "The options of json!( … ) can’t be read: “planets” needs quotes around it. The message wasn’t sent.";
  await expect.element(alertWithText(refusal)).toBeVisible();
  await expect.element(composer()).toHaveValue("json!({schema: planets}) List");
  expect(chat.answers).toEqual([]);
  expect(questions().elements()).toEqual([]);
});

test("[C5.10] json, csv and fn ask for their format; an answer that does not have it has a notice, rows of CSV are a table, and a called function is shown", async () => {
  const chat = stubChat();
  await openNewChat();
  await ask(chat, "json({}) List", "No JSON here");
  expect(chat.answers[0]?.request.options).toMatchObject({ response_format: { type: "json_object" } });
  expect(chat.answers[0]?.request.prompt).toContain("one JSON object");
  const invalidNotice = "This answer isn’t valid JSON.";
  await expect.element(lastAnswer().getByText(invalidNotice)).toBeVisible();

  await ask(chat, 'csv({columns: ["name", "born"]}) Kings', "name,born\nLouis,1638\nAnne");
  expect(chat.answers[1]?.request.prompt).toMatch(/CSV.*name,born$/s);
  expect(chat.answers[1]?.request.options).not.toHaveProperty("response_format");
  const cells = lastAnswer().getByRole("cell");
  await eventually(() => cells.elements().map(({ textContent }) => textContent)).toEqual(["Louis", "1638", "Anne", ""]);
  await expect.element(lastAnswer().getByText("Row 2 of this answer doesn’t have 2 columns.")).toBeVisible();
  await ask(chat, 'csv({columns: ["name", "born"]}) Kings', "Louis was born in 1638");
  const csvNotice = "This answer doesn’t start with the columns name, born.";
  await expect.element(lastAnswer().getByText(csvNotice)).toBeVisible();

  const weather = await sendAndBegin(
    chat,
    'fn({functions: [{name: "weather", parameters: {type: "object"}}], call: "weather"}) Zürich',
  );
  expect(weather.request.options).toMatchObject({
    functions: [{ name: "weather", parameters: { type: "object" } }],
    function_call: { name: "weather" },
  });
  const toolCall = { index: 0, id: "call_1", function: { name: "weather", arguments: '{"place":"Zürich"}' } };
  weather.send({ s: "0", d: { tool_calls: [toolCall] } });
  await complete(weather, "");
  const expectCallShown = async () => {
    await expect.element(lastAnswer().getByText("Call of weather:")).toBeVisible();
    expect(lastAnswer().element().querySelector("pre")?.textContent).toContain('"place": "Zürich"');
  };
  await expectCallShown();
  await reloadApp();
  await expectCallShown();
  await expect.element(answers().first().getByText(invalidNotice)).toBeVisible();
});

test("[C5.10] the prefix of a structured mode is shown but not sent, also after a reload, an edit and on a retry", async () => {
  const chat = stubChat();
  await openNewChat();
  const expectPlanetsRequested = (index: number) => {
    expect(chat.answers[index]?.request.messages.at(-1)?.content).toBe("Name two.");
    expect(chat.answers[index]?.request.options).toMatchObject({ response_format: planetsFormat });
  };
  await ask(chat, planetsMessage, '{"planets": ["Venus", "Mars"]}');
  expectPlanetsRequested(0);
  await reloadApp();
  await expect.element(questions().last().getByText(planetsMessage)).toBeVisible();
  await lastAnswer().getByRole("button", { name: "Answer again" }).click();
  await complete(await waitForRequest(chat, 2), '{"planets": ["Earth"]}');
  expectPlanetsRequested(1);

  await questions().last().hover();
  await editButton(questions().last()).click();
  await expect.element(editBox()).toHaveValue(planetsMessage);
  await editBox().fill('csv({columns: ["a"]}) List');
  await userEvent.keyboard("{Enter}");
  const edited = await waitForRequest(chat, 3);
  expect(listSentTexts(edited)).toEqual(["List"]);
  expect(edited.request.options ?? {}).not.toHaveProperty("response_format");
  await complete(edited, "a");
  const plain = await sendAndBegin(chat, "And now in words");
  expect(plain.request.options ?? {}).not.toHaveProperty("response_format");
  expect(listSentTexts(plain)).toEqual(["List", "a", "And now in words"]);
  await complete(plain, "Words");
});
