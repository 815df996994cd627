import { type DataSource, dataSourcesOf, type MessageGiven } from "@lectern/contract";

export type SourcedMessage = Pick<MessageGiven, "role" | "content"> & Partial<Pick<MessageGiven, "id" | "data">>;

/** The sources that a question may draw on, as its messages name them. */
export interface TurnSources {
  /** Of the last message. */
  attached: DataSource[];
  /** Of earlier messages of the branch, the newest first, without those that are attached. */
  conversation: { messageId: string | undefined; source: DataSource }[];
}

/** A conversation that has gathered more than this uses its newest ones. */
const mostOfConversation = 300;

export function turnSources(history: readonly SourcedMessage[]): TurnSources {
  const attached = dataSourcesOf(history.at(-1)?.data);
  const seen = new Set(attached.map(({ id }) => id));
  const conversation: TurnSources["conversation"] = [];
  for (const message of history.slice(0, -1).toReversed()) {
    for (const source of dataSourcesOf(message.data)) {
      if (seen.has(source.id) || conversation.length >= mostOfConversation) continue;
      seen.add(source.id);
      conversation.push({ messageId: message.id, source });
    }
  }
  return { attached, conversation };
}
