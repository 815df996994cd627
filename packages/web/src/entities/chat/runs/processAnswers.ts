import { type Conversation, hasWaitingStep, type Message } from "@lectern/contract";
import { postProcessAnswer } from "../answer/postProcessAnswer.ts";
import type { RunDependencies } from "./runDependencies.ts";
import { acquireTurnLock } from "./turnLock.ts";

/** True if the answer ended while no browser was open that could process it. */
export function isUnprocessed({ role, data }: Message): boolean {
  const isComplete = data.end?.end === "done" && !hasWaitingStep(data);
  return role === "assistant" && data.needsProcessing === true && isComplete;
}

/**
 * Processes the answers of a conversation that ended without an open browser. Only the tab with the conversation's lock
 * does this, and it reads the conversation again first, so an answer that another tab has processed is not changed a
 * second time. Two browsers at once process the same original text. Returns false if the conversation could not be
 * read. Does not throw.
 */
export async function processAnswers({ id }: Conversation, dependencies: () => RunDependencies): Promise<boolean> {
  const { turns, locks } = dependencies();
  const lock = acquireTurnLock(id, locks);
  let isRead = false;
  try {
    await lock.settle(async () => {
      const conversation = await turns.reload(id);
      isRead = true;
      for (const answer of conversation?.messages.filter(isUnprocessed) ?? []) {
        const question = conversation?.messages.find((message) => message.id === answer.parentId);
        const processedAnswer = await postProcessAnswer(question, answer, conversation?.tags ?? [], dependencies());
        if (processedAnswer) await turns.saveAnswer(id, processedAnswer, true);
      }
    });
  } catch (error) {
    console.error("An answer could not be processed.", error);
  } finally {
    lock.release();
  }
  return isRead;
}
