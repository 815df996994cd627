import { describe, expect, test } from "vitest";
import { canStoreSummary, digestMessages, findSummary, type MessageSummary, parseMessageSummary } from "./summaries.ts";

const createMessage = (index: number, summary?: MessageSummary) => ({
  role: index % 2 === 0 ? "user" : "assistant",
  content: `Text ${index}`,
  data: summary === undefined ? {} : { summary },
});
const createBranch = (length: number) => Array.from({ length }, (_, index) => createMessage(index));

/** Gives the message at `index` a summary of the messages up to it. */
function summarize(branch: ReturnType<typeof createBranch>, index: number, more: Partial<MessageSummary> = {}) {
  const summary = { text: `Up to ${index}`, digest: digestMessages(branch.slice(0, index + 1)), ...more };
  return branch.with(index, createMessage(index, summary));
}

describe("a summary", () => {
  test("applies to the branch up to its message, and the newest one counts", () => {
    const branch = summarize(summarize(createBranch(8), 1), 5);
    expect(findSummary(branch)).toMatchObject({ index: 5, summary: { text: "Up to 5" } });
    expect(findSummary(branch.slice(0, 5))).toMatchObject({ index: 1 });
    expect(findSummary(createBranch(8))).toBeNull();
    expect(findSummary(summarize(branch, 5, { isOff: true }))?.summary.isOff).toBe(true);
  });

  test("no longer applies if one of its messages was edited, deleted, added or put on another branch", () => {
    const branch = summarize(createBranch(8), 5);
    const edited = branch.with(2, { ...createMessage(2), content: "Other" });
    expect(findSummary(edited)).toBeNull();
    expect(findSummary(branch.toSpliced(2, 1))).toBeNull();
    expect(findSummary(branch.toSpliced(2, 0, { ...createMessage(0), content: "New" }))).toBeNull();
    // What follows it may change.
    expect(findSummary(branch.with(6, { ...createMessage(6), content: "Other" }))?.index).toBe(5);
  });

  test("of a choice of messages applies only if the same are to be sent, and is found in the whole branch", () => {
    const branch = createBranch(8).map((message, index) => ({ ...message, id: `m${index}` }));
    const chosen = branch.filter(({ id }) => id !== "m2" && id !== "m3");
    const summary = { text: "Up to 5", digest: digestMessages(chosen.slice(0, 4)), excludedIds: ["m2", "m3"] };
    const [whole, sent] = [branch, chosen].map((messages) =>
      messages.map((message) => (message.id === "m5" ? { ...message, data: { summary } } : message)),
    );
    expect(findSummary(sent ?? [])?.index).toBe(3);
    expect(findSummary(whole ?? [])).toBeNull();
    expect(findSummary(whole ?? [], true)?.index).toBe(5);
  });

  test("is found in few passes, however many claim to be of another choice of messages", () => {
    let reads = 0;
    const summary = { text: "x", digest: "0", excludedIds: ["x"] };
    const branch = Array.from({ length: 200 }, (_, index) => ({
      id: `m${index}`,
      role: "user",
      get content() {
        reads += 1;
        return "Text";
      },
      data: { summary },
    }));
    expect(findSummary(branch, true)).toBeNull();
    const readsInPass = 4 * branch.length;
    expect(reads).toBeLessThan(10 * readsInPass);
  });

  test("that a person has edited or turned off is not replaced, also if it is of another choice of messages", () => {
    const branch = createBranch(6).map((message, index) => ({ ...message, id: `m${index}` }));
    const chosen = branch.filter(({ id }) => id !== "m2" && id !== "m3");
    const place = (more: Partial<MessageSummary>) => {
      const summary = { text: "Up to 5", digest: digestMessages(chosen), excludedIds: ["m2", "m3"], ...more };
      return branch.map((message) => (message.id === "m5" ? { ...message, data: { summary } } : message));
    };
    const canStore = (messages: typeof branch) => canStoreSummary(messages, findSummary(messages, true));
    expect([branch, place({}), place({ isEdited: true, digest: "1-a" })].map(canStore)).toEqual([true, true, true]);
    expect([place({ isEdited: true }), place({ isOff: true })].map(canStore)).toEqual([false, false]);
    // One that is being written while the person turns the newest off is not added.
    expect(canStore([...place({ isOff: true }), { ...createMessage(6), id: "m6" }])).toBe(false);
    // One that ends earlier stays in its place.
    expect(canStore([...place({ isEdited: true }), { ...createMessage(6), id: "m6" }])).toBe(true);
  });

  test("applies to a copy with other ids, and in spite of messages that are not sent", () => {
    const branch = summarize(createBranch(4), 3);
    const withEmpty = branch.toSpliced(1, 0, { role: "assistant", content: "", data: {} });
    expect(findSummary(withEmpty)?.index).toBe(4);
  });

  test("is told apart from what another program has put there", () => {
    for (const summary of ["text", 7, null, { text: "" }, { text: "a" }, { text: "a".repeat(20_000), digest: "1-a" }])
      expect(parseMessageSummary({ summary })).toBeNull();
  });

  test("has a digest that tells apart where one message ends", () => {
    const digest = (...contents: string[]) => digestMessages(contents.map((content) => ({ role: "user", content })));
    expect(digest("ab", "c")).not.toBe(digest("a", "bc"));
    expect(digest("a")).not.toBe(digestMessages([{ role: "assistant", content: "a" }]));
  });
});
