import {
  buildFallbackTitle,
  type Conversation,
  defaultConversationName,
  getBranch,
  isUntitled,
  type Message,
} from "@lectern/contract";
import type { Actor, Platform } from "../../core/context.ts";
import type { Db } from "../../platform/db/database.ts";
import type { DeadProcesses } from "../../platform/processes/processes.ts";
import { interruptedEnd } from "../../platform/runLog/interruptedEnd.ts";
import { getOwnerId, type OwnerId } from "../access/service.ts";
import { listVersions } from "./artifacts/repository.ts";
import { createConversationNotFoundError } from "./createConversationNotFoundError.ts";
import {
  type ConversationKey,
  endOpenAnswers,
  findMessage,
  listAnswerProcessIds,
  listMessages,
} from "./messages/repository.ts";
import { presentConversation, presentMessage } from "./present.ts";
import { publishRun, publishSaved } from "./publishConversations.ts";
import { findConversation, renameConversation } from "./repository.ts";
import { generateTitle, shareTitleGeneration, type TitleSource } from "./titles.ts";

export { addVersions } from "./artifacts/changeArtifacts.ts";
export {
  findContents,
  listDeletedNumbers,
  listVersionSummaries,
  type VersionSummary,
} from "./artifacts/repository.ts";
export { separateArtifacts } from "./artifacts/separateArtifacts.ts";
export { continueAnswer, type ReopenedAnswer } from "./continueAnswer.ts";
export { type FirstTurn, prepareFirstTurn } from "./openFirstTurn.ts";
export { openTurn } from "./openTurn.ts";
export { endAnswer, saveAnswerPeriodically, saveEndedAnswer } from "./saveAnswer.ts";
export { readSignedPage, signedPagesPath, verifySignedPage } from "./signedPages.ts";
export { storeNewTopic } from "./storeNewTopic.ts";
export { findStoredBranch, skipsSummaries, storeSummary, storeSummaryFailure } from "./summaries.ts";
export { toStorableText } from "./toStorableJson.ts";
export { buildAnswerData, type NewTurn, type OpenedTurn } from "./turn.ts";

/** Finds one of the owner's conversations with all its messages. */
export async function findWholeConversation(db: Db, ownerId: OwnerId, id: string): Promise<Conversation | null> {
  const row = await findConversation(db, ownerId, id);
  if (!row) return null;
  const messages = await listMessages(db, row);
  return presentConversation(row, messages, await listVersions(db, { ownerId, conversationId: id }));
}

/** Finds a message of a cloud conversation. */
export async function findStoredMessage(db: Db, key: ConversationKey, id: string): Promise<Message | null> {
  const row = await findMessage(db, key, id);
  return row ? presentMessage(row) : null;
}

/** Lists the ids of the processes that have unfinished answers; null stands for answers of an earlier version. */
export async function listProcessesWithOpenAnswers({ db }: Platform): Promise<(string | null)[]> {
  return listAnswerProcessIds(db);
}

/**
 * Marks the unfinished answers of dead processes as interrupted and preserves their text. Returns the number of
 * answers.
 */
export async function reapAnswers(platform: Platform, deadProcesses: DeadProcesses): Promise<number> {
  const answers = await endOpenAnswers(platform.db, JSON.stringify(interruptedEnd), deadProcesses);
  for (const { requestId, ...key } of answers) publishRun(platform, key, requestId, "ended");
  return answers.length;
}

/**
 * Generates a title for an untitled cloud conversation with exactly two messages in its shown branch. `knownMessages`
 * are these messages, if the caller knows that the conversation had the default name a moment ago. Returns the
 * conversation's name. Concurrent callers share one model call. Uses a fallback title if the model fails or the answer
 * is empty. Throws `notFound` if the conversation does not exist.
 */
export async function titleStoredConversation(
  platform: Platform,
  actor: Actor,
  conversationId: string,
  knownMessages?: readonly TitleSource[],
): Promise<string> {
  const { db } = platform;
  const findStored = async () => {
    const row = await findConversation(db, getOwnerId(actor), conversationId);
    if (!row) throw createConversationNotFoundError();
    return row;
  };
  return shareTitleGeneration(platform, JSON.stringify([getOwnerId(actor), conversationId]), async () => {
    let name: string = defaultConversationName;
    let messages = knownMessages;
    if (!messages) {
      const row = await findStored();
      name = row.name;
      // Most names can be told apart without the messages.
      if (name !== defaultConversationName && !name.endsWith("...")) return name;
      const storedMessages = await listMessages(db, row);
      messages = getBranch(storedMessages.map(presentMessage), row.head_id);
      if (messages.length !== 2 || !isUntitled(name, messages)) return name;
    }
    const isAnswered = messages.at(-1)?.content !== "";
    const title = isAnswered
      ? await generateTitle(platform, actor, conversationId, messages)
      : buildFallbackTitle(messages);
    if (title === name) return name;
    const ownerId = getOwnerId(actor);
    const revision = await renameConversation(db, ownerId, conversationId, name, title);
    if (revision === null) return (await findStored()).name;
    publishSaved(platform, { ownerId, conversationId }, revision, "summary");
    return title;
  });
}
