import { beforeEach, expect, test } from "vitest";
import { assistantChoices, chooseAssistant } from "./assistantChoice.ts";
import { connectStoredChoices, removeStoredAssistantChoices } from "./storedAssistantChoices.ts";

let userCount = 0;
let userId: string;
const draft = (id: string) => ({ id, messages: [], headId: null });

/** Only what is stored remains. */
function reload(): void {
  disconnect();
  assistantChoices.setState({}, true);
  disconnect = connectStoredChoices(userId);
}

let disconnect = () => {};
beforeEach(() => {
  userId = `choices-${++userCount}`;
  reload();
});

test("the assistant that was chosen before the first answer is still chosen after a reload", () => {
  chooseAssistant(draft("a"), "astp/1");
  chooseAssistant(draft("b"), "astp/2");
  chooseAssistant(draft("b"), null);
  reload();
  expect(assistantChoices.getState()).toEqual({ a: { assistantId: "astp/1", afterId: null } });
});

test("choices of another person, and those that were removed, are not restored", () => {
  chooseAssistant(draft("a"), "astp/1");
  userId = `choices-${++userCount}`;
  reload();
  expect(assistantChoices.getState()).toEqual({});
  chooseAssistant(draft("b"), "astp/2");
  removeStoredAssistantChoices(userId);
  reload();
  expect(assistantChoices.getState()).toEqual({});
});

test("the latest twenty choices are stored", () => {
  for (let count = 1; count <= 21; count += 1) chooseAssistant(draft(`c${count}`), "astp/1");
  reload();
  expect(Object.keys(assistantChoices.getState())).toHaveLength(20);
  expect(assistantChoices.getState()).not.toHaveProperty("c1");
});
