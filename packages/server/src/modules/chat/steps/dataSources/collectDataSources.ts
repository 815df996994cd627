import { type DataSource, parseDataSources, type MessageInput } from "@lectern/contract";

export type HistoryMessage = Pick<MessageInput, "role" | "content"> & Partial<Pick<MessageInput, "id" | "data">>;

/** The sources that a question may draw on, as its messages name them. */
export interface TurnDataSources {
  /** Of the last message. */
  attached: DataSource[];
  /** Of earlier messages of the branch, the newest first, without those that are attached. */
  conversation: { messageId: string | undefined; source: DataSource }[];
}

/** A conversation that has gathered more than this uses its newest ones. */
const mostOfConversation = 300;

export function collectDataSources(history: readonly HistoryMessage[]): TurnDataSources {
  const attached = parseDataSources(history.at(-1)?.data);
  const seen = new Set(attached.map(({ id }) => id));
  const conversation: TurnDataSources["conversation"] = [];
  for (const message of history.slice(0, -1).toReversed()) {
    for (const source of parseDataSources(message.data)) {
      if (seen.has(source.id) || conversation.length >= mostOfConversation) continue;
      seen.add(source.id);
      conversation.push({ messageId: message.id, source });
    }
  }
  return { attached, conversation };
}
