import { describe, expect, onTestFinished, test } from "vitest";
import { readUserValue } from "../../../lib/userStorage.ts";
import type { SendOutcome } from "../runs/activeRun.ts";
import { getStoredDraftName } from "./draftTexts.ts";
import type { OutgoingDraft } from "./messageDraft.ts";
import { registerShownField, returnedDrafts } from "./returnedDrafts.ts";
import { sendOrReturn } from "./sendOrReturn.ts";
import type { SendResult } from "./sendResult.ts";

const userId = "u-returned";
let conversations = 0;
const newDraft = (text: string) => ({ conversationId: `c${++conversations}`, text });
const returnedTo = (conversationId: string) => returnedDrafts.getState()[conversationId];
const storedText = (conversationId: string) => readUserValue(userId, getStoredDraftName(conversationId));
const sentWith = (outcome: SendOutcome) => () => ({ status: "sent", outcome: Promise.resolve(outcome) }) as const;
const refuse = (): SendResult => ({
  status: "refused",
  refusal: { reason: "noModel", text: "Choose a model first", details: null },
});
function showFieldOf({ conversationId }: OutgoingDraft): void {
  onTestFinished(registerShownField(conversationId));
}

describe("a draft without a field of its own", () => {
  test("moves to the shown field of its conversation if it is refused", () => {
    const draft = { ...newDraft("Hello"), templateData: { id: "p1" } };
    showFieldOf(draft);
    sendOrReturn(userId, refuse, draft);
    expect(returnedTo(draft.conversationId)).toEqual([draft]);
  });

  test("moves there if it is returned, and several drafts are all stored", async () => {
    const draft = newDraft("One");
    const another = { ...draft, text: "Two" };
    showFieldOf(draft);
    sendOrReturn(userId, sentWith("returned"), draft);
    sendOrReturn(userId, sentWith("returned"), another);
    await Promise.resolve();
    expect(returnedTo(draft.conversationId)).toEqual([draft, another]);
  });

  test("joins the stored text of a field that is not shown, so that a reload finds it", async () => {
    const draft = newDraft("One");
    sendOrReturn(userId, refuse, draft);
    expect(storedText(draft.conversationId)).toBe("One");
    sendOrReturn(userId, sentWith("returned"), { ...draft, text: "Two" });
    await Promise.resolve();
    expect(storedText(draft.conversationId)).toBe("One\n\nTwo");
    expect(returnedTo(draft.conversationId)).toBeUndefined();
  });

  test("does not discard another draft that waits for its field", async () => {
    const waitingDraft = newDraft("Waiting");
    const other = newDraft("Other");
    showFieldOf(waitingDraft);
    showFieldOf(other);
    sendOrReturn(userId, sentWith("returned"), waitingDraft);
    sendOrReturn(userId, sentWith("returned"), other);
    await Promise.resolve();
    expect(returnedTo(waitingDraft.conversationId)).toEqual([waitingDraft]);
    expect(returnedTo(other.conversationId)).toEqual([other]);
  });

  test.each<SendOutcome>(["accepted", "stored", "unsent"])("stays out of the field if it is %s", async (outcome) => {
    const draft = newDraft("Hello");
    sendOrReturn(userId, sentWith(outcome), draft);
    await Promise.resolve();
    expect(returnedTo(draft.conversationId)).toBeUndefined();
    expect(storedText(draft.conversationId)).toBeNull();
  });
});
