import { Conversation, limits } from "@lectern/contract";
import { toFence } from "./chatGptFormat.ts";
import type { ParsedImport, SkippedItem } from "./importTypes.ts";
import { normalizeId } from "./normalizeId.ts";
import { parseCreatedAt, parseTime } from "./parseTime.ts";
import { type ImportedMessage, repairTree } from "./repairTree.ts";
import { type Fields, sanitizeText, toFields, toList, toText } from "./sanitizeJson.ts";
import { parseEach, removeDuplicates } from "./workspaceFormat.ts";

// Claude's export has no published schema. This parses the observed format: a list of conversations, each with
// `chat_messages` whose `content` is a list of blocks; newer exports name the parent of each message.

export const isClaudeConversation = (first: unknown): boolean => "chat_messages" in toFields(first);

/** Parses a `conversations.json` from Claude, including the text extracted from attached files. */
export function parseClaudeExport(items: readonly unknown[], now: Date): ParsedImport {
  const skipped: SkippedItem[] = [];
  const conversations = parseEach(items, skipped, (item) => parseConversation(toFields(item), now, skipped));
  return { kind: "claude", conversations: removeDuplicates(conversations, skipped), folders: [], prompts: [], skipped };
}

function parseConversation(fields: Fields, now: Date, skipped: SkippedItem[]): Conversation[] {
  const name = toText(fields.name).trim().slice(0, limits.conversationNameLength) || "Conversation from Claude";
  const chatMessages = toList(fields.chat_messages).map(toFields);
  const ids = new Set(chatMessages.map(({ uuid }) => uuid));
  const messages = repairTree(chatMessages.flatMap((message) => parseMessage(message, ids, now)));
  if (messages.length === 0) {
    skipped.push({ name, reason: "It has no readable messages." });
    return [];
  }
  const updatedAt = parseTime(fields.updated_at, now, now.toISOString());
  const conversation = Conversation.safeParse({
    id: normalizeId(fields.uuid, () => JSON.stringify([name, fields.created_at, messages.length])),
    name,
    messages,
    headId: messages.at(-1)?.id ?? null,
    isLocal: true,
    createdAt: parseTime(fields.created_at, now, updatedAt),
    updatedAt,
  });
  const isTooLong = messages.length > limits.messagesPerConversation;
  if (conversation.success && !isTooLong) return [conversation.data];
  skipped.push({ name, reason: isTooLong ? "It has too many messages." : "It is damaged." });
  return [];
}

function parseMessage(message: Fields, ids: ReadonlySet<unknown>, now: Date): ImportedMessage[] {
  const role = message.sender === "human" ? "user" : message.sender === "assistant" ? "assistant" : null;
  const blocks = toList(message.content).map(toFields);
  const textBlocks = blocks.filter(({ type }) => type === "text").map(({ text }) => toText(text));
  const text = (textBlocks.some((part) => part !== "") ? textBlocks.join("\n\n") : toText(message.text)).trim();
  const files = [...toList(message.files), ...toList(message.files_v2)].map((file) =>
    getAttachmentName(toFields(file)),
  );
  const attachments = toList(message.attachments).map(toFields);
  const attachmentLabels = [...new Set([...attachments.map(getAttachmentName), ...files])].map(
    (name) => `*[Attached: ${name}]*`,
  );
  const label = [text, ...attachmentLabels].filter((part) => part !== "").join("\n\n");
  const attachmentTexts = attachments.flatMap((file) => {
    const extracted = toText(file.extracted_content).trim();
    return extracted === "" ? [] : [`**${getAttachmentName(file)}**\n\n${toFence(extracted, "")}`];
  });
  const content = [label, ...attachmentTexts].join("\n\n").slice(0, limits.messageLength);
  if (role === null || content === "") return [];
  const parent = message.parent_message_uuid;
  const thoughts = blocks.filter(({ type }) => type === "thinking").map(({ thinking }) => toText(thinking));
  const reasoning = thoughts.filter((thought) => thought !== "").join("\n\n");
  return [
    {
      id: normalizeId(message.uuid, () => JSON.stringify([role, content])),
      // The first message names a parent that does not exist.
      ...(typeof parent === "string" ? { parentId: ids.has(parent) ? normalizeId(parent, () => "") : null } : {}),
      role,
      content,
      ...(attachmentTexts.length > 0 ? { label } : {}),
      data: reasoning === "" ? {} : { reasoning },
      ...parseCreatedAt(message.created_at, now),
    },
  ];
}

const getAttachmentName = ({ file_name }: Fields) =>
  sanitizeText(typeof file_name === "string" ? file_name : "a file")
    .replace(/[*_[\]`\n]/g, " ")
    .slice(0, 300);
