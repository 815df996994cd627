import fc from "fast-check";
import { expect, test } from "vitest";
import type { Message } from "./messages.ts";
import { listTopics, parseAnswerFocus, parseTopicData, toTopicTitle, withNewTopic } from "./topics.ts";

const past = { range: "0-3", topic: "Rain in Bergen", description: "How often it rains." };
const create = (id: string, more: Partial<Message> = {}): Message => {
  const role = id.startsWith("q") ? "user" : "assistant";
  return { id, parentId: null, role, content: id, data: {}, ...more };
};

test("the title of a topic has at most six words", () => {
  expect(toTopicTitle("How often it rains in Bergen each year")).toBe("How often it rains in Bergen");
  expect(toTopicTitle(" \n«Rain»\tin\u202e Bergen ")).toBe("«Rain» in Bergen");
  expect(toTopicTitle(" … ")).toBe("");
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const title = toTopicTitle(text);
      expect(title.split(" ").length).toBeLessThanOrEqual(6);
      expect(title).toBe(title.toWellFormed());
      expect(title).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
    }),
  );
});

test("[C3.06] the record of a topic has a range 'start-end', a topic of at most six words and a description", () => {
  expect(parseTopicData({ topicData: { pastTopic: past, currentTopic: "Herons" } })).toEqual({
    pastTopic: past,
    currentTopic: "Herons",
  });
  const { pastTopic } = parseTopicData({ topicData: { pastTopic: { ...past, topic: "a b c d e f g" } } });
  expect(pastTopic?.topic).toBe("a b c d e f");
  const invalid = [
    { ...past, range: "1" },
    { ...past, range: "a-b" },
    { ...past, description: 1 },
    { range: "0-3" },
    "x",
  ];
  for (const pastTopic of invalid) expect(parseTopicData({ topicData: { pastTopic } })).toEqual({});
  expect(parseTopicData({ topicData: { currentTopic: "…" } })).toEqual({});
});

test("a topic starts at a question with a title, wherever its messages are", () => {
  const branch = [
    create("q1"),
    create("a1", { topicData: { pastTopic: past } }),
    create("q2", { topicData: { currentTopic: "Herons" } }),
    // Another version of the next question has started a topic here.
    create("a2", { topicData: { pastTopic: { ...past, topic: "Storks" } } }),
    create("q3"),
    create("a3", { topicData: { currentTopic: "No question" } }),
  ];
  expect(listTopics(branch)).toEqual([
    { start: 0, end: 2, title: past.topic, description: past.description },
    { start: 2, end: 6, title: "Herons", description: "" },
  ]);
  expect(listTopics(branch.slice(0, 2))).toEqual([{ start: 0, end: 2, title: null, description: "" }]);
  expect(listTopics([])).toEqual([]);
});

test("the topic that a question starts is put on it and on the message before it, with what they have", () => {
  const state = { focus: { leftOut: [], newTopic: { title: "Herons", past } } };
  const prior = create("a1", { topicData: { currentTopic: "kept", other: 1 } });
  const question = create("q2", { parentId: "a1" });
  const answer = create("a2", { parentId: "q2", data: { state } });
  const messages = [create("q1"), prior, question, answer];
  expect(withNewTopic(messages, answer)).toEqual([
    messages[0],
    { ...prior, topicData: { currentTopic: "kept", other: 1, pastTopic: past } },
    { ...question, topicData: { currentTopic: "Herons" } },
    answer,
  ]);
  expect(withNewTopic(messages, { ...answer, data: {} })).toBe(messages);
  expect(withNewTopic(messages, { ...answer, parentId: "gone" })).toBe(messages);
  // A tab that does not know the title has had the question answered again.
  const titled = withNewTopic(messages, answer);
  const stale = { focus: { leftOut: [], newTopic: { title: "Storks", past: { ...past, topic: "Snow" } } } };
  expect(withNewTopic(titled, { ...answer, data: { state: stale } })).toBe(titled);
});

test("what an answer says of the topics is null if it is malformed", () => {
  expect(parseAnswerFocus({ focus: { leftOut: [{ title: "a", firstId: "", lastId: "b", count: 0 }] } })).toBeNull();
  expect(parseAnswerFocus({})).toBeNull();
  expect(parseAnswerFocus({ focus: { leftOut: [] } })).toEqual({ leftOut: [] });
});
