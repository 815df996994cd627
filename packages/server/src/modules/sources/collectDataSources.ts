import { type DataSource, parseDataSources } from "@lectern/contract";
import type { HistoryMessage } from "../../core/run/run.ts";

/** The data sources of a turn's messages. */
export interface TurnDataSources {
  /** Data sources of the last message. */
  attached: DataSource[];
  /**
   * Data sources of earlier messages of the branch, newest first, then of those that are not sent. Excludes those attached
   * to the last message.
   */
  conversation: { messageId: string | undefined; source: DataSource }[];
}

/** If a conversation has more data sources, only the newest ones are used. */
const maxConversationDataSources = 300;
/** Entries that are parsed at most. Most entries of earlier messages repeat others, which takes no parsing. */
const maxParsedEntries = 5_000;

/** `leftOut`: earlier messages that are not sent, whose documents stay part of the conversation. */
export function collectDataSources(
  history: readonly HistoryMessage[],
  leftOut: readonly HistoryMessage[] = [],
): TurnDataSources {
  const attachedSources = parseDataSources(history.at(-1)?.data);
  const seenIds = new Set(attachedSources.map(({ id }) => id));
  const conversationSources: TurnDataSources["conversation"] = [];
  let parsedEntries = 0;
  const addSources = ({ id: messageId, data }: HistoryMessage) => {
    for (const entry of data?.dataSources ?? []) {
      if (conversationSources.length >= maxConversationDataSources || parsedEntries >= maxParsedEntries) return;
      if (seenIds.has(getId(entry))) continue;
      parsedEntries += 1;
      for (const source of parseDataSources({ dataSources: [entry] })) {
        seenIds.add(source.id);
        conversationSources.push({ messageId, source });
      }
    }
  };
  for (const message of [...history.slice(0, -1).toReversed(), ...leftOut.toReversed()]) addSources(message);
  return { attached: attachedSources, conversation: conversationSources };
}

/** Returns the id of an entry that may be malformed, or "", which no data source has. */
function getId(entry: unknown): string {
  if (typeof entry === "string") return entry;
  const isObject = typeof entry === "object" && entry !== null;
  return isObject && "id" in entry && typeof entry.id === "string" ? entry.id : "";
}
