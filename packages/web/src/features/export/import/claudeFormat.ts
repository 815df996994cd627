import { Conversation, limits } from "@lectern/contract";
import { fenced } from "./chatGptFormat.ts";
import { cleanText, type Fields, fieldsOf, listOf, textOf } from "./cleanJson.ts";
import type { ParsedImport, Skipped } from "./importTypes.ts";
import { soundId } from "./madeId.ts";
import { firstOfEach, readEach } from "./ownFormat.ts";
import { type GivenMessage, soundTree } from "./soundTree.ts";
import { optionalTime, timeOf } from "./times.ts";

// Claude's export has no published schema either. This reads what its files are known to have: a list of conversations, each with `chat_messages`
// of which `content` is a list of blocks; newer ones name the message before each.

export const isClaude = (first: unknown): boolean => "chat_messages" in fieldsOf(first);

/** The conversations of a `conversations.json` of Claude's, with the text that was taken from attached files. */
export function readClaude(given: readonly unknown[], now: Date): ParsedImport {
  const skipped: Skipped[] = [];
  const conversations = readEach(given, skipped, (one) => readConversation(fieldsOf(one), now, skipped));
  return { kind: "claude", conversations: firstOfEach(conversations, skipped), folders: [], prompts: [], skipped };
}

function readConversation(fields: Fields, now: Date, skipped: Skipped[]): Conversation[] {
  const name = textOf(fields.name).trim().slice(0, limits.conversationNameLength) || "Conversation from Claude";
  const given = listOf(fields.chat_messages).map(fieldsOf);
  const ids = new Set(given.map(({ uuid }) => uuid));
  const messages = soundTree(given.flatMap((message) => readMessage(message, ids, now)));
  if (messages.length === 0) {
    skipped.push({ name, reason: "It has no messages that could be read." });
    return [];
  }
  const updatedAt = timeOf(fields.updated_at, now, now.toISOString());
  const conversation = Conversation.safeParse({
    id: soundId(fields.uuid, () => JSON.stringify([name, fields.created_at, messages.length])),
    name,
    messages,
    headId: messages.at(-1)?.id ?? null,
    isLocal: true,
    createdAt: timeOf(fields.created_at, now, updatedAt),
    updatedAt,
  });
  const isTooLong = messages.length > limits.messagesPerConversation;
  if (conversation.success && !isTooLong) return [conversation.data];
  skipped.push({ name, reason: isTooLong ? "It has too many messages." : "It is damaged." });
  return [];
}

function readMessage(message: Fields, ids: ReadonlySet<unknown>, now: Date): GivenMessage[] {
  const role = message.sender === "human" ? "user" : message.sender === "assistant" ? "assistant" : null;
  const blocks = listOf(message.content).map(fieldsOf);
  const said = blocks.filter(({ type }) => type === "text").map(({ text }) => textOf(text));
  const text = (said.some((part) => part !== "") ? said.join("\n\n") : textOf(message.text)).trim();
  const files = [...listOf(message.files), ...listOf(message.files_v2)].map((file) => nameOf(fieldsOf(file)));
  const attached = listOf(message.attachments).map(fieldsOf);
  const names = [...new Set([...attached.map(nameOf), ...files])].map((name) => `*[Attached: ${name}]*`);
  const label = [text, ...names].filter((part) => part !== "").join("\n\n");
  const texts = attached.flatMap((file) => {
    const extracted = textOf(file.extracted_content).trim();
    return extracted === "" ? [] : [`**${nameOf(file)}**\n\n${fenced(extracted, "")}`];
  });
  const content = [label, ...texts].join("\n\n").slice(0, limits.messageLength);
  if (role === null || content === "") return [];
  const parent = message.parent_message_uuid;
  const thoughts = blocks.filter(({ type }) => type === "thinking").map(({ thinking }) => textOf(thinking));
  const reasoning = thoughts.filter((thought) => thought !== "").join("\n\n");
  return [
    {
      id: soundId(message.uuid, () => JSON.stringify([role, content])),
      // The first one names a message that is not there.
      ...(typeof parent === "string" ? { parentId: ids.has(parent) ? soundId(parent, () => "") : null } : {}),
      role,
      content,
      ...(texts.length > 0 ? { label } : {}),
      data: reasoning === "" ? {} : { reasoning },
      ...optionalTime(message.created_at, now),
    },
  ];
}

const nameOf = ({ file_name }: Fields) =>
  cleanText(typeof file_name === "string" ? file_name : "a file")
    .replace(/[*_[\]`\n]/g, " ")
    .slice(0, 300);
