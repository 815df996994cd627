import {
  type Conversation,
  type OpOutput,
  parseDataSources,
  type receiveSharedFiles,
  sharedFileField,
} from "@lectern/contract";
import type { OpenImport } from "../openImport.ts";

type ReceivedFile = OpOutput<typeof receiveSharedFiles>["files"][number];

/** Attaches the files that the person has received to the conversations in which a snapshot only names them. */
export function withSharedFiles(open: OpenImport, files: readonly ReceivedFile[]): OpenImport {
  const filesByIndex = new Map(files.map((file) => [file.index, file]));
  return {
    ...open,
    loadConversations: async (ids) =>
      (await open.loadConversations(ids)).map((conversation) => attachFiles(conversation, filesByIndex)),
  };
}

function attachFiles(conversation: Conversation, files: ReadonlyMap<number, ReceivedFile>): Conversation {
  const messages = conversation.messages.map((message) => {
    if (!message.data.dataSources) return message;
    const dataSources = parseDataSources(message.data).map((source) => {
      const file = files.get(Number(source[sharedFileField] ?? Number.NaN));
      return file ? { id: `s3://${file.key}`, name: file.name, type: file.type } : source;
    });
    return { ...message, data: { ...message.data, dataSources } };
  });
  return { ...conversation, messages };
}
