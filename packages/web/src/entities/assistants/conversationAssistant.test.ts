import type { Conversation, Message } from "@lectern/contract";
import { beforeEach, expect, test } from "vitest";
import { assistantChoices, chooseAssistant } from "./assistantChoice.ts";
import { getAssistantName } from "./assistantName.ts";
import {
  findConversationAssistant,
  getAssistantBlockedReason,
  getAssistantState,
  getNewTags,
} from "./conversationAssistant.ts";
import { createAssistantSummary } from "./testing/createAssistantSummary.ts";

beforeEach(() => assistantChoices.setState({}, true));

const answer: Message = {
  id: "a",
  parentId: null,
  role: "assistant",
  content: "Yes.",
  data: {
    state: { currentAssistantId: "astp/1", currentAssistantVersionId: "ast/1", currentAssistantName: "Tutor" },
  },
};
const answered = { id: "c", messages: [answer], headId: "a" };
const empty = { id: "c", messages: [], headId: null };
const student = (groupType: string | null): Pick<Conversation, "groupType"> => ({ groupType });

test("the assistant is unknown until the assistants are loaded, and gone if it is not among them", () => {
  const tutor = createAssistantSummary();
  expect(findConversationAssistant(empty, [tutor])).toEqual({ status: "none" });
  expect(findConversationAssistant(answered, undefined)).toEqual({ status: "unknown", id: "astp/1", name: "Tutor" });
  expect(findConversationAssistant(answered, [tutor])).toEqual({ status: "ready", id: "astp/1", assistant: tutor });
  const gone = findConversationAssistant(answered, []);
  expect(getAssistantBlockedReason(gone, student(null))).toBe(
    "The assistant “Tutor” no longer exists, or you no longer have access to it.",
  );
  chooseAssistant(answered, null);
  expect(findConversationAssistant(answered, [])).toEqual({ status: "none" });
});

test("an assistant with group types needs one of them, and says why it is disabled for one", () => {
  const groupTypes = [
    { name: "Law", isDisabled: false, disabledMessage: "", isCustomized: null },
    { name: "Art", isDisabled: true, disabledMessage: "Ask the faculty of art.", isCustomized: null },
    { name: "Music", isDisabled: true, disabledMessage: " ", isCustomized: null },
  ];
  const found = findConversationAssistant(answered, [createAssistantSummary({ groupTypes })]);
  const getReason = (groupType: string | null) => getAssistantBlockedReason(found, student(groupType));
  expect(getReason(null)).toBe("Please address missing information to enable chat");
  expect(getReason("Medicine")).toBe("Please address missing information to enable chat");
  expect(getReason("Law")).toBeNull();
  expect(getReason("Art")).toBe("Ask the faculty of art.");
  expect(getReason("Music")).toBe("This assistant isn’t available for the group you have chosen.");
});

test("an answer that has not begun names the current version of its assistant, or the one that answered last", () => {
  const getState = (assistants: ReturnType<typeof createAssistantSummary>[] | undefined, conversation = answered) =>
    getAssistantState(findConversationAssistant(conversation, assistants), conversation);
  expect(getState([createAssistantSummary({ id: "ast/2", name: "Coach" })])).toEqual({
    currentAssistantId: "astp/1",
    currentAssistantVersionId: "ast/2",
    currentAssistantName: "Coach",
  });
  expect(getState(undefined)).toEqual(answer.data.state);
  chooseAssistant(answered, "astp/2");
  expect(getState(undefined)).toBeNull();
  chooseAssistant(answered, null);
  expect(getState([createAssistantSummary()])).toBeNull();
});

test("a conversation gets the tags of its assistant that it does not have", () => {
  const found = findConversationAssistant(answered, [createAssistantSummary({ conversationTags: ["course", "law"] })]);
  expect(getNewTags(found, { tags: ["law"] })).toEqual(["course"]);
  expect(getNewTags({ status: "none" }, { tags: [] })).toEqual([]);
});

test("[C9.03c] names of assistants are cut at 30 characters; one without a name is an 'Untitled Assistant'", () => {
  expect(getAssistantName("x".repeat(30))).toBe("x".repeat(30));
  expect(getAssistantName("x".repeat(31))).toBe(`${"x".repeat(29)}…`);
  expect(getAssistantName(" ")).toBe("Untitled Assistant");
});
