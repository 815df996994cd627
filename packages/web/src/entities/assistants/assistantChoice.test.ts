import type { Message } from "@lectern/contract";
import { beforeEach, expect, test } from "vitest";
import { assistantChoices, chooseAssistant, getChosenAssistantId } from "./assistantChoice.ts";

beforeEach(() => assistantChoices.setState({}, true));

const question = (id: string, parentId: string | null): Message => ({
  id,
  parentId,
  role: "user",
  content: "?",
  data: {},
});
const answer = (id: string, parentId: string, assistantId: string | null, content = "Yes."): Message => ({
  id,
  parentId,
  role: "assistant",
  content,
  data: {
    state:
      assistantId === null
        ? {}
        : { currentAssistantId: assistantId, currentAssistantVersionId: "ast/1", currentAssistantName: "Tutor" },
  },
});
const thread = (messages: Message[]) => ({ id: "c", messages, headId: messages.at(-1)?.id ?? null });

test("[C4.09] [A4.26] the assistant in the state of the last answer answers again", () => {
  expect(getChosenAssistantId(thread([question("q", null), answer("a", "q", "astp/1")]))).toBe("astp/1");
  expect(getChosenAssistantId(thread([question("q", null), answer("a", "q", null)]))).toBeNull();
  expect(getChosenAssistantId(thread([]))).toBeNull();
});

test("a choice applies until the next answer begins", () => {
  const messages = [question("q", null), answer("a", "q", "astp/1")];
  chooseAssistant(thread(messages), null);
  expect(getChosenAssistantId(thread(messages))).toBeNull();
  const asked = [...messages, question("q2", "a")];
  expect(getChosenAssistantId(thread(asked))).toBeNull();
  expect(getChosenAssistantId(thread([...asked, answer("a2", "q2", null, "")]))).toBeNull();
  chooseAssistant(thread(messages), "astp/2");
  expect(getChosenAssistantId(thread(asked))).toBe("astp/2");
  expect(getChosenAssistantId(thread([...asked, answer("a2", "q2", "astp/3")]))).toBe("astp/3");
});

test("a choice in an empty conversation applies to its first question", () => {
  chooseAssistant(thread([]), "astp/1");
  expect(getChosenAssistantId(thread([]))).toBe("astp/1");
  expect(getChosenAssistantId(thread([question("q", null)]))).toBe("astp/1");
});

test("a choice on another branch does not apply", () => {
  const messages = [question("q", null), answer("a", "q", "astp/1")];
  chooseAssistant(thread([...messages, question("q2", "a"), answer("a2", "q2", "astp/1")]), null);
  expect(getChosenAssistantId(thread(messages))).toBe("astp/1");
});
