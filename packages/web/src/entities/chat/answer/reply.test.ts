import { type Answer, emptyAnswer, type Message, type StatusEntry } from "@lectern/contract";
import { expect, test } from "vitest";
import { withVersions } from "../../conversations/messageTree.ts";
import { getVisibleStatuses, toAnswer, toAnswerMessage } from "./reply.ts";

const status = (overrides: Partial<StatusEntry>): StatusEntry => ({
  id: "1",
  summary: "s",
  message: "m",
  type: "info",
  inProgress: false,
  ...overrides,
});
const message = (id: string, parentId: string | null, role: Message["role"]): Message => ({
  id,
  parentId,
  role,
  content: id,
  data: {},
});

test("[C2.16] only statuses in progress or sticky are shown, each id once", () => {
  const shown = getVisibleStatuses([
    status({ id: "a", inProgress: true, summary: "old" }),
    status({ id: "b" }),
    status({ id: "c", sticky: true }),
    status({ id: "a", inProgress: true, summary: "new" }),
  ]);
  expect(shown.map(({ id, summary }) => [id, summary])).toEqual([
    ["a", "new"],
    ["c", "s"],
  ]);
});

test("an answer's message keeps its run and its model, and gets the end and the stored parts of the answer", () => {
  const placeholder: Message = {
    ...message("a", "u", "assistant"),
    data: { run: { requestId: "r" }, modelName: "M", statuses: [status({ sticky: true })] },
  };
  const reply = toAnswerMessage(placeholder, { ...emptyAnswer, content: "text" }, { end: "done" });
  expect(reply).toMatchObject({ id: "a", parentId: "u", content: "text" });
  expect(reply.data).toEqual({ run: { requestId: "r" }, modelName: "M", end: { end: "done" } });
});

test("what is stored stays until an answer that continues has more, unless its end was received", () => {
  const stored = { ...message("a", "u", "assistant"), content: "The quick bro" };
  const build = (content: string, end: Answer["end"] = null) =>
    toAnswerMessage(stored, { ...emptyAnswer, content, end }, end).content;
  expect(build("")).toBe("The quick bro");
  expect(build("The quick ")).toBe("The quick bro");
  expect(build("The quick brown fox")).toBe("The quick brown fox");
  expect(build("The quick one")).toBe("The quick one");
  expect(build("The quick ", { end: "done" })).toBe("The quick ");
});

test("reasoning is stored with the message and restored when its run is followed again", () => {
  const reply = toAnswerMessage(
    message("a", "u", "assistant"),
    { ...emptyAnswer, reasoning: "Hm.", content: "text" },
    null,
  );
  expect(reply.data.reasoning).toBe("Hm.");
  expect(toAnswer(reply)).toMatchObject({ reasoning: "Hm.", content: "text" });
  expect(toAnswerMessage(reply, emptyAnswer, null).data).not.toHaveProperty("reasoning");
});

test("steps are stored with the message and restored when its run is followed again", () => {
  const step = { id: "s", round: 0, tool: "t", title: "T", arguments: "{}", state: "running", offset: 4 } as const;
  const progress = toAnswerMessage(
    message("a", "u", "assistant"),
    { ...emptyAnswer, content: "text", steps: [step] },
    null,
  );
  expect(progress.data.steps).toEqual([step]);
  expect(toAnswer(progress).steps).toEqual([step]);
  expect(toAnswerMessage(progress, toAnswer(progress), { end: "stopped" }).data.steps).toEqual([
    { ...step, state: "cancelled" },
  ]);
  expect(toAnswerMessage(progress, emptyAnswer, null).data).not.toHaveProperty("steps");
});

test("each message of the branch has the ids of its versions, oldest first", () => {
  const tree = [
    message("u", null, "user"),
    message("a1", "u", "assistant"),
    message("a2", "u", "assistant"),
    message("v", "a2", "user"),
  ];
  const [u, a1, a2, v] = tree;
  if (!u || !a1 || !a2 || !v) throw new Error("the tree has four messages");
  expect(withVersions(tree, [u, a2, v]).map(({ versionIds }) => versionIds)).toEqual([["u"], ["a1", "a2"], ["v"]]);
});
