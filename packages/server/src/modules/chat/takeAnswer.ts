import type { Actor, Platform } from "../../core/context.ts";
import type { ChatTurn } from "../../core/run/chatTurn.ts";
import type { NewTurn } from "../conversations/service.ts";
import type { Continuation, TakenAnswer } from "./rounds/continuation.ts";
import type { RunEmitter } from "./runEmitter.ts";
import { type StoredTurn, storeTurn } from "./steps/storeTurn.ts";

/** Gives the answer that this run continues to it. There is no stored turn if the conversation is local. */
export async function takeAnswer(
  platform: Platform,
  { actor, turn, continuation }: { actor: Actor; turn: ChatTurn; continuation: Continuation },
  {
    newTurn,
    claim,
    getStoredAnswer,
  }: { newTurn: NewTurn | null; claim: Promise<string>; getStoredAnswer: RunEmitter["getStoredAnswer"] },
): Promise<{ storedTurn: StoredTurn | null; taken: TakenAnswer | null }> {
  await claim;
  const taking = continuation.take(platform, actor, turn.requestId);
  const open = async () => (await taking).branch ?? noBranch();
  const storedTurn = newTurn && (await storeTurn(platform, actor, newTurn, getStoredAnswer, open));
  return { storedTurn, taken: await taking };
}

function noBranch(): never {
  throw new Error("an answer of a cloud conversation has no branch");
}
