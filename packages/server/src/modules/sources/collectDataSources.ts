import { type DataSource, parseDataSources } from "@lectern/contract";
import type { HistoryMessage } from "../../core/run/run.ts";

/** The data sources of a turn's messages. */
export interface TurnDataSources {
  /** Data sources of the last message. */
  attached: DataSource[];
  /** Data sources of earlier messages of the branch, newest first. Excludes those attached to the last message. */
  conversation: { messageId: string | undefined; source: DataSource }[];
}

/** If a conversation has more data sources, only the newest ones are used. */
const maxConversationDataSources = 300;

export function collectDataSources(history: readonly HistoryMessage[]): TurnDataSources {
  const attachedSources = parseDataSources(history.at(-1)?.data);
  const seenIds = new Set(attachedSources.map(({ id }) => id));
  const conversationSources: TurnDataSources["conversation"] = [];
  for (const message of history.slice(0, -1).toReversed()) {
    for (const source of parseDataSources(message.data)) {
      if (seenIds.has(source.id) || conversationSources.length >= maxConversationDataSources) continue;
      seenIds.add(source.id);
      conversationSources.push({ messageId: message.id, source });
    }
  }
  return { attached: attachedSources, conversation: conversationSources };
}
