import { describe, expect, onTestFinished, test } from "vitest";
import { readUserValue } from "../../../lib/userStorage.ts";
import type { SendOutcome } from "../runs/activeRun.ts";
import { costRequests } from "./costRequests.ts";
import { getStoredDraftName } from "./draftTexts.ts";
import type { OutgoingDraft } from "./messageDraft.ts";
import { registerShownField, returnedDrafts } from "./returnedDrafts.ts";
import { sendOrReturn } from "./sendOrReturn.ts";
import type { SendResult } from "./sendResult.ts";

const userId = "u-returned";
let conversationCount = 0;
const createDraft = (text: string) => ({ conversationId: `c${++conversationCount}`, text });
const getReturnedDrafts = (conversationId: string) => returnedDrafts.getState()[conversationId];
const readStoredText = (conversationId: string) => readUserValue(userId, getStoredDraftName(conversationId));
const createSend = (outcome: SendOutcome) => () => ({ status: "sent", outcome: Promise.resolve(outcome) }) as const;
const refuse = (): SendResult => ({
  status: "refused",
  refusal: { reason: "noModel", text: "Choose a model first" },
});
function showFieldOf({ conversationId }: OutgoingDraft): void {
  onTestFinished(registerShownField(conversationId));
}

describe("a draft without a field of its own", () => {
  test("moves to the shown field of its conversation if it is refused", () => {
    const draft = { ...createDraft("Hello"), templateData: { id: "p1" } };
    showFieldOf(draft);
    sendOrReturn(userId, refuse, draft);
    expect(getReturnedDrafts(draft.conversationId)).toEqual([draft]);
  });

  test("moves there if it is returned, and several drafts are all stored", async () => {
    const draft = createDraft("One");
    const anotherDraft = { ...draft, text: "Two" };
    showFieldOf(draft);
    sendOrReturn(userId, createSend("returned"), draft);
    sendOrReturn(userId, createSend("returned"), anotherDraft);
    await Promise.resolve();
    expect(getReturnedDrafts(draft.conversationId)).toEqual([draft, anotherDraft]);
  });

  test("joins the stored text of a field that is not shown, so that a reload finds it", async () => {
    const draft = createDraft("One");
    sendOrReturn(userId, refuse, draft);
    expect(readStoredText(draft.conversationId)).toBe("One");
    sendOrReturn(userId, createSend("returned"), { ...draft, text: "Two" });
    await Promise.resolve();
    expect(readStoredText(draft.conversationId)).toBe("One\n\nTwo");
    expect(getReturnedDrafts(draft.conversationId)).toBeUndefined();
  });

  test("does not discard another draft that waits for its field", async () => {
    const waitingDraft = createDraft("Waiting");
    const otherDraft = createDraft("Other");
    showFieldOf(waitingDraft);
    showFieldOf(otherDraft);
    sendOrReturn(userId, createSend("returned"), waitingDraft);
    sendOrReturn(userId, createSend("returned"), otherDraft);
    await Promise.resolve();
    expect(getReturnedDrafts(waitingDraft.conversationId)).toEqual([waitingDraft]);
    expect(getReturnedDrafts(otherDraft.conversationId)).toEqual([otherDraft]);
  });

  test("is sent once the person has accepted its cost, and moves to the field if they have not", async () => {
    const draft = createDraft("Hello");
    showFieldOf(draft);
    const sent: OutgoingDraft[] = [];
    const send = (attempt: OutgoingDraft): SendResult => {
      if (!attempt.acceptsCost) return { status: "refused", refusal: { reason: "cost", text: "It costs $2." } };
      sent.push(attempt);
      return { status: "sent", outcome: Promise.resolve("accepted") };
    };
    const answer = async (isAccepted: boolean) => {
      sendOrReturn(userId, send, draft);
      expect(costRequests.getState()).toMatchObject({ isOpen: true, request: { text: "It costs $2." } });
      costRequests.getState().request?.resolve(isAccepted);
      await Promise.resolve();
    };
    await answer(true);
    expect([sent.length, getReturnedDrafts(draft.conversationId)]).toEqual([1, undefined]);
    await answer(false);
    expect([sent.length, getReturnedDrafts(draft.conversationId)]).toEqual([1, [draft]]);
  });

  test.each<SendOutcome>(["accepted", "stored", "unsent"])("stays out of the field if it is %s", async (outcome) => {
    const draft = createDraft("Hello");
    sendOrReturn(userId, createSend(outcome), draft);
    await Promise.resolve();
    expect(getReturnedDrafts(draft.conversationId)).toBeUndefined();
    expect(readStoredText(draft.conversationId)).toBeNull();
  });
});
