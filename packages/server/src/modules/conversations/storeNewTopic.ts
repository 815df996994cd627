import type { NewTopic, TopicData } from "@lectern/contract";
import type { Platform } from "../../core/context.ts";
import { type ConversationKey, updateTopicData } from "./messages/repository.ts";
import { publishSaved } from "./publishConversations.ts";

/**
 * Stores the topic that a question starts: its title with the question, and the record of the topic before it with the
 * message before the question. Does nothing if the question has been deleted, or has a title: a tab that does not know
 * of the title may have the question answered again.
 */
export async function storeNewTopic(
  platform: Platform,
  key: ConversationKey,
  questionId: string,
  { title, past }: NewTopic,
): Promise<void> {
  const [ofQuestion, ofPrior]: TopicData[] = [{ currentTopic: title }, { pastTopic: past }];
  const topicData = { ofQuestion: JSON.stringify(ofQuestion), ofPrior: JSON.stringify(ofPrior) };
  const revision = await updateTopicData(platform.db, key, questionId, topicData);
  if (revision !== undefined) publishSaved(platform, key, revision);
}
