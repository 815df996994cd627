import { describe, expect, test } from "vitest";
import type { SendOutcome } from "../runs/activeRun.ts";
import { returnedDrafts } from "./returnedDrafts.ts";
import { sendOrReturn } from "./sendOrReturn.ts";

let conversations = 0;
const newDraft = (text: string) => ({ conversationId: `c${++conversations}`, text });
const returnedTo = (conversationId: string) => returnedDrafts.getState()[conversationId];
const sentWith = (outcome: SendOutcome) => () => ({ status: "sent", outcome: Promise.resolve(outcome) }) as const;

describe("a draft without a field of its own", () => {
  test("moves to the field of its conversation if it is refused", () => {
    const draft = { ...newDraft("Hello"), templateData: { id: "p1" } };
    const refusal = { reason: "noModel", text: "Choose a model first", details: null } as const;
    sendOrReturn(() => ({ status: "refused", refusal }), draft);
    expect(returnedTo(draft.conversationId)).toEqual([draft]);
  });

  test("moves there if it is returned, and several drafts are all kept", async () => {
    const draft = newDraft("One");
    const another = { ...draft, text: "Two" };
    sendOrReturn(sentWith("returned"), draft);
    sendOrReturn(sentWith("returned"), another);
    await Promise.resolve();
    expect(returnedTo(draft.conversationId)).toEqual([draft, another]);
  });

  test("does not discard another draft that waits for its field", async () => {
    const waiting = newDraft("Waiting");
    const other = newDraft("Other");
    sendOrReturn(sentWith("returned"), waiting);
    sendOrReturn(sentWith("returned"), other);
    await Promise.resolve();
    expect(returnedTo(waiting.conversationId)).toEqual([waiting]);
    expect(returnedTo(other.conversationId)).toEqual([other]);
  });

  test.each<SendOutcome>(["accepted", "stored", "unsent"])("stays out of the field if it is %s", async (outcome) => {
    const draft = newDraft("Hello");
    sendOrReturn(sentWith(outcome), draft);
    await Promise.resolve();
    expect(returnedTo(draft.conversationId)).toBeUndefined();
  });
});
