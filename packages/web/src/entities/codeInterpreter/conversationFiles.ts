import {
  type Conversation,
  type GeneratedFile,
  localFileKeyPrefix,
  type Message,
  parseCodeInterpreterState,
} from "@lectern/contract";
import { FileElsewhereError, readGeneratedFile } from "./generatedFiles.ts";
import { isLocalKey, putLocalFile } from "./localFiles.ts";

type MessageData = Pick<Message, "data">;

const listContent = ({ data }: MessageData): GeneratedFile[] => parseCodeInterpreterState(data.state)?.content ?? [];

/** Returns the keys of all files that code has made in these messages. */
const listFileKeys = (messages: readonly MessageData[]): Set<string> =>
  new Set(
    messages.flatMap(listContent).flatMap(({ values }) => [values.file_key, values.file_key_low_res ?? []].flat()),
  );

interface Conversations {
  list: () => Promise<readonly Pick<Conversation, "id" | "isLocal">[]>;
  read: (id: string) => Promise<{ messages: readonly MessageData[] }>;
}

/** Returns for each of these keys that a local conversation names the id of one that does. */
export async function findLocalUsers(
  { list, read }: Conversations,
  keys: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const users = new Map<string, string>();
  for (const { id, isLocal } of await list()) {
    if (!isLocal) continue;
    const { messages } = await read(id);
    for (const key of listFileKeys(messages)) if (keys.has(key)) users.set(key, id);
  }
  return users;
}

/**
 * Stores the files of a cloud conversation in this browser, and returns the conversation with their keys here. Files that do
 * not exist any more keep their keys. Rejects if a file cannot be read or stored; another try overwrites what is there.
 */
export async function copyFilesHere(userId: string, conversation: Conversation): Promise<Conversation> {
  const { id: conversationId, messages } = conversation;
  const newKeys = new Map<string, string>();
  for (const { values } of messages.flatMap(listContent)) {
    const { file_name: name, file_key, file_key_low_res } = values;
    for (const key of [file_key, file_key_low_res]) {
      if (key === undefined || isLocalKey(key) || newKeys.has(key)) continue;
      const content = await readCloudFile(userId, key);
      if (!content) continue;
      // A copy of the conversation names the same file, and may move, too.
      const newKey = `${localFileKeyPrefix}${key}.${conversationId}`.slice(0, 200);
      await putLocalFile(userId, { key: newKey, conversationId, name, content });
      newKeys.set(key, newKey);
    }
  }
  return newKeys.size === 0
    ? conversation
    : { ...conversation, messages: messages.map((message) => withKeys(message, newKeys)) };
}

/** Returns null if the file does not exist any more. */
async function readCloudFile(userId: string, key: string): Promise<Blob | null> {
  try {
    return await readGeneratedFile(userId, key);
  } catch (error) {
    if (error instanceof FileElsewhereError) return null;
    throw error;
  }
}

function withKeys(message: Message, newKeys: ReadonlyMap<string, string>): Message {
  const codeInterpreter = parseCodeInterpreterState(message.data.state);
  if (!codeInterpreter || codeInterpreter.content.length === 0) return message;
  const toNewKey = (key: string) => newKeys.get(key) ?? key;
  const content = codeInterpreter.content.map(({ type, values }) => {
    const { file_key_low_res: small } = values;
    const keys = { file_key: toNewKey(values.file_key), ...(small && { file_key_low_res: toNewKey(small) }) };
    return { type, values: { ...values, ...keys } };
  });
  const state = { ...message.data.state, codeInterpreter: { ...codeInterpreter, content } };
  return { ...message, data: { ...message.data, state } };
}
