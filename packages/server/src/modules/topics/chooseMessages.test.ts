import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { HistoryMessage } from "../../core/run/run.ts";
import { buildJudgementMaterial } from "./buildJudgementMaterial.ts";
import { chooseMessages, isWorthJudging, type Judgement, leaveOutAgain, listEarlierTopics } from "./chooseMessages.ts";
import { parseJudgement } from "./parseJudgement.ts";

const long = "word ".repeat(120);

/** A history of exchanges and a question. `starts`: the titles of the topics, by the number of their exchange. */
function createHistory(
  exchanges: number,
  starts: Readonly<Record<number, string>> = {},
  text = long,
): HistoryMessage[] {
  const titles = Object.values(starts);
  const toMessages = (number: number): HistoryMessage[] => {
    const title = starts[number];
    const next = starts[number + 1];
    const topic = titles[titles.indexOf(next ?? "") - 1] ?? "First";
    const pastTopic = { range: "0-1", topic, description: `About ${topic}.` };
    return [
      {
        ...{ id: `q${number}`, role: "user", content: `q${number} ${text}` },
        ...(title !== undefined && { topicData: { currentTopic: title } }),
      },
      {
        ...{ id: `a${number}`, role: "assistant", content: `a${number} ${text}` },
        ...(next !== undefined && { topicData: { pastTopic } }),
      },
    ];
  };
  const numbers = Array.from({ length: exchanges }, (_, index) => index + 1);
  const last = exchanges + 1;
  const question: HistoryMessage = { id: `q${last}`, role: "user", content: `q${last}` };
  const topicData = starts[last] === undefined ? {} : { topicData: { currentTopic: starts[last] } };
  return [...numbers.flatMap(toMessages), { ...question, ...topicData }];
}

const listIds = (messages: readonly HistoryMessage[] = []) => messages.map(({ id }) => id);
const newTopic = { title: "New", pastTitle: "Old", pastDescription: "What was." };
const judge = (needed: readonly number[], more: Partial<Judgement> = {}): Judgement => ({
  needed: new Set(needed),
  newTopic: null,
  ...more,
});
const threeTopics = createHistory(8, { 4: "Second", 6: "Third" });

describe("what is left out", () => {
  test("are the messages of topics that the question does not need, before the latest two exchanges", () => {
    const { selection, focus } = chooseMessages(threeTopics, judge([1]));
    expect(listIds(selection.leftOut)).toEqual(["q1", "a1", "q2", "a2", "q3", "a3"]);
    expect(listIds(selection.sent)).toEqual(
      listIds(threeTopics.slice(6)), // the needed topic, and the current one that continues
    );
    expect(focus).toEqual({ leftOut: [{ title: "First", firstId: "q1", lastId: "a3", count: 6 }] });
  });

  test("includes the topic before, if the question starts another one and does not need it", () => {
    const { selection, focus } = chooseMessages(threeTopics, judge([], { newTopic }));
    expect(listIds(selection.sent)).toEqual(["q7", "a7", "q8", "a8", "q9"]);
    expect(focus).toEqual({
      leftOut: [
        { title: "First", firstId: "q1", lastId: "a3", count: 6 },
        { title: "Second", firstId: "q4", lastId: "a5", count: 4 },
        { title: "Third", firstId: "q6", lastId: "a6", count: 2 },
      ],
      newTopic: { title: "New", past: { range: "10-15", topic: "Old", description: "What was." } },
    });
  });

  test("is nothing if the question needs everything, but the topic that it starts is known", () => {
    const { selection, focus } = chooseMessages(threeTopics, judge([0, 1, 2], { newTopic }));
    expect(selection).toEqual({ sent: threeTopics, leftOut: [] });
    expect(focus).toMatchObject({ leftOut: [], newTopic: { title: "New" } });
    expect(chooseMessages(threeTopics, judge([0, 1, 2])).focus).toBeNull();
  });

  test("is nothing if it is short", () => {
    const history = createHistory(8, { 3: "Second" }, "word");
    expect(chooseMessages(history, judge([])).selection.leftOut).toEqual([]);
  });

  test("does not count failed answers", () => {
    const history = threeTopics.map((message) => (message.id === "a3" ? { ...message, content: "" } : message));
    const { focus } = chooseMessages(history, judge([1]));
    expect(focus?.leftOut).toEqual([{ title: "First", firstId: "q1", lastId: "q3", count: 5 }]);
  });

  test("is the same for the next part of the answer, whatever the model would judge now", () => {
    const { selection, focus } = chooseMessages(threeTopics, judge([], { newTopic }));
    expect(leaveOutAgain(threeTopics, focus)).toEqual(selection);
    expect(leaveOutAgain(threeTopics, null)).toBeUndefined();
    const hostile = { leftOut: [{ title: "x", firstId: "q9", lastId: "q9", count: 1 }] };
    expect(leaveOutAgain(threeTopics, hostile)?.sent).toEqual(threeTopics);
  });

  test("is judged anew for another answer to a question that starts a topic, which keeps its title", () => {
    const history = createHistory(8, { 4: "Second", 9: "Third" });
    expect(listEarlierTopics(history)).toMatchObject([
      { start: 0, end: 6, title: "First" },
      { start: 6, end: 16, title: "Second" },
    ]);
    const { selection, focus } = chooseMessages(history, judge([0], { newTopic }));
    expect(listIds(selection.leftOut)).toEqual(["q4", "a4", "q5", "a5", "q6", "a6"]);
    expect(focus?.newTopic).toBeUndefined();
  });
});

test("short chats, and chats with little before the latest exchanges, are not judged", () => {
  expect(isWorthJudging(createHistory(3, {}, long.repeat(20)))).toBe(false);
  expect(isWorthJudging(createHistory(4, {}, "word"))).toBe(false);
  // Four messages of 1,800 characters.
  expect(isWorthJudging(createHistory(4, {}, long.repeat(3)))).toBe(false);
  expect(isWorthJudging(createHistory(4, {}, long.repeat(4)))).toBe(true);
});

describe("the model", () => {
  test("gets the ended topics by their titles, excerpts of the current one, and the question", () => {
    expect(JSON.parse(buildJudgementMaterial(threeTopics))).toEqual({
      topics: [
        { number: 1, title: "First", description: "About First." },
        { number: 2, title: "Second", description: "About Second." },
      ],
      current: { number: 3, title: "Third", messages: expect.any(Array) },
      latest: "q9",
    });
  });

  test("gets little of a long history", () => {
    const starts = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [index + 2, `Topic ${index}`]));
    const many = createHistory(300, starts, long.repeat(100));
    expect(buildJudgementMaterial(many).length).toBeLessThan(20_000);
    // It has not got the oldest topics, so they are sent.
    const judgement = parseJudgement(JSON.stringify({ newTopic: false, neededTopics: [] }), many);
    expect(chooseMessages(many, judgement ?? judge([])).selection.sent[0]?.id).toBe("q1");
  });

  test.each([
    ["A scripted title"],
    ['{"newTopic":"yes","neededTopics":[]}'],
    ['{"newTopic":true,"title":"a","pastTitle":"b"}'],
    ['[{"newTopic":true}]'],
    [""],
  ])("that writes %j has judged nothing", (output) => {
    expect(parseJudgement(output, threeTopics)).toBeNull();
  });

  test("that names no usable titles has found no new topic", () => {
    const output = { newTopic: true, title: " ", pastTitle: "Old", pastDescription: "", neededTopics: [99, -1] };
    const judgement = parseJudgement(JSON.stringify(output), threeTopics);
    expect(judgement).toMatchObject({ newTopic: null });
  });

  test("adds nothing to what is sent and hides neither the question nor the latest exchanges, whatever it writes", () => {
    const output = fc.record(
      {
        newTopic: fc.boolean(),
        title: fc.string({ unit: "binary" }),
        pastTitle: fc.string({ unit: "binary" }),
        pastDescription: fc.string({ unit: "binary", maxLength: 2_000 }),
        neededTopics: fc.array(fc.integer()),
        extra: fc.anything(),
      },
      { requiredKeys: ["newTopic", "neededTopics"] },
    );
    fc.assert(
      fc.property(output, (value) => {
        const judgement = parseJudgement(JSON.stringify(value) ?? "", threeTopics);
        if (!judgement) return;
        const { selection, focus } = chooseMessages(threeTopics, judgement);
        expect(selection.sent).toEqual(threeTopics.filter((message) => selection.sent.includes(message)));
        expect(selection.sent.slice(-5)).toEqual(threeTopics.slice(-5));
        expect(selection.sent.length + selection.leftOut.length).toBe(threeTopics.length);
        const past = focus?.newTopic?.past;
        expect(`${past?.topic ?? ""}`.split(" ").length).toBeLessThanOrEqual(6);
        expect((past?.description ?? "").length).toBeLessThanOrEqual(300);
      }),
    );
  });
});
