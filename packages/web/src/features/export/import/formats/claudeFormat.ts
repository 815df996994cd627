import { Conversation, limits, type ToolStep } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import type { ImportContext, ParsedImport } from "../importTypes.ts";
import { createLeftOutCounter, type LeftOutCounter } from "../leftOut.ts";
import { normalizeId } from "../normalizeId.ts";
import { parseCreatedAt, parseTime } from "../parseTime.ts";
import { type ImportedMessage, repairTree } from "../repairTree.ts";
import { type Fields, sanitizeText, toFields, toList, toText } from "../sanitizeJson.ts";
import {
  type Artifacts,
  applyArtifactCall,
  createUpdateBudget,
  replaceArtifactTags,
  type UpdateBudget,
} from "./claudeArtifacts.ts";
import { addCall, addResult, findOpenCall } from "./importedSteps.ts";
import { parseConversationList } from "./parseConversationList.ts";
import { toFence, toInlineName } from "./toMarkdown.ts";

// Claude's export has no published schema. This parses the observed format: a list of conversations, each with
// `chat_messages` whose `content` is a list of blocks; newer exports name the parent of each message.

export const isClaudeConversation = (first: unknown): boolean => "chat_messages" in toFields(first);

/** Parses a `conversations.json` from Claude, including artifacts and the text extracted from attached files. */
export function parseClaudeExport(items: readonly unknown[], now: Date): ParsedImport {
  return parseConversationList("claude", items, now, parseConversation);
}

function parseConversation(fields: Fields, context: ImportContext): Conversation[] {
  const { now, skipped } = context;
  const name = toText(fields.name).trim().slice(0, limits.conversationNameLength) || t`Chat from Claude`;
  const leftOut = createLeftOutCounter();
  const messages = repairTree(parseMessages(toList(fields.chat_messages).map(toFields), now, leftOut));
  if (messages.length === 0) {
    skipped.push({ name, reason: t`It has no readable messages.` });
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
  if (conversation.success && !isTooLong) {
    context.leftOut.addAll(leftOut.list());
    return [conversation.data];
  }
  skipped.push({ name, reason: isTooLong ? t`It has too many messages.` : t`It is damaged.` });
  return [];
}

function parseMessages(chatMessages: readonly Fields[], now: Date, leftOut: LeftOutCounter): ImportedMessage[] {
  const ids = new Set(chatMessages.map(({ uuid }) => uuid));
  /** The artifacts after each message: a message continues those of its parent. */
  const artifactsByMessage = new Map<unknown, Artifacts>();
  const budget = createUpdateBudget();
  let previousId: unknown = null;
  return chatMessages.flatMap((message) => {
    const parent = message.parent_message_uuid;
    const inherited = artifactsByMessage.get(typeof parent === "string" ? parent : previousId) ?? new Map();
    const { texts, steps, reasoning, artifacts } = parseBlocks(message, inherited, budget, leftOut);
    artifactsByMessage.set(message.uuid, artifacts);
    previousId = message.uuid;
    const role = message.sender === "human" ? "user" : message.sender === "assistant" ? "assistant" : null;
    const { label, content } = addAttachments(texts, message, leftOut);
    if (content === "" && (steps.length === 0 || role !== "assistant")) {
      if (reasoning !== "") leftOut.add("reasoning");
      return [];
    }
    if (role === null) {
      leftOut.add("unknownBlock", { name: toText(message.sender) });
      return [];
    }
    if (content.length > limits.messageLength) leftOut.add("shortenedText");
    return [
      {
        id: normalizeId(message.uuid, () => JSON.stringify([role, content])),
        // The first message names a parent that does not exist.
        ...(typeof parent === "string" ? { parentId: ids.has(parent) ? normalizeId(parent, () => "") : null } : {}),
        role,
        content: content.slice(0, limits.messageLength),
        ...(label === content ? {} : { label: label.slice(0, limits.messageLength) }),
        data: {
          ...(reasoning === "" ? {} : { reasoning }),
          ...(steps.length === 0 || role !== "assistant" ? {} : { steps: [...steps] }),
        },
        ...parseCreatedAt(message.created_at, now),
      },
    ];
  });
}

/** Blocks that have no content. */
const emptyBlockTypes = new Set<unknown>(["token_budget"]);

/** Parses the blocks of a message in their order: its texts and artifacts, its calls of tools, and its reasoning. */
function parseBlocks(message: Fields, inheritedArtifacts: Artifacts, budget: UpdateBudget, leftOut: LeftOutCounter) {
  const blocks = toList(message.content).map(toFields);
  const texts: string[] = [];
  const thoughts: string[] = [];
  let steps: readonly ToolStep[] = [];
  /** The indexes of the steps by the ids of their calls. */
  const stepIndexes = new Map<unknown, number>();
  let round = 0;
  let artifacts = inheritedArtifacts;
  // Older exports have no blocks, or empty ones.
  if (!blocks.some(({ type, text }) => type === "text" && toText(text) !== ""))
    texts.push(replaceArtifactTags(toText(message.text)));
  for (const block of blocks) {
    const name = toText(block.name);
    if (block.type === "text") {
      texts.push(replaceArtifactTags(toText(block.text)));
      leftOut.add("citation", { count: toList(block.citations).length });
    } else if (block.type === "thinking") thoughts.push(toText(block.thinking));
    else if (block.type === "tool_use" && name === "artifacts") {
      const result = applyArtifactCall(toFields(block.input), artifacts, budget);
      if (result) texts.push(result.block);
      else leftOut.add("toolCall", { name });
      artifacts = result?.artifacts ?? artifacts;
    } else if (block.type === "tool_use" && name !== "") {
      // A call after a result is a new round.
      if (steps.at(-1)?.result !== undefined) round += 1;
      const call = { id: block.id, tool: name, arguments: toJson(block.input), round, offset: joinParts(texts).length };
      const count = steps.length;
      steps = addCall(steps, call, leftOut);
      if (steps.length > count && block.id !== undefined) stepIndexes.set(block.id, count);
    } else if (block.type === "tool_use") leftOut.add("toolCall", { name });
    else if (block.type === "tool_result") {
      const result = getResultText(block);
      const index = stepIndexes.get(block.tool_use_id) ?? findOpenCall(steps, name);
      // The result of an artifact says only that it worked.
      if (name === "artifacts") continue;
      if (result === null || index === -1) leftOut.add("toolResult", { name });
      else steps = addResult(steps, index, { result, isError: block.is_error === true }, leftOut);
    } else if (block.type === "image") leftOut.add("image");
    else if (!emptyBlockTypes.has(block.type)) leftOut.add("unknownBlock", { name: toText(block.type) });
  }
  const reasoning = thoughts.filter((thought) => thought !== "").join("\n\n");
  return { texts, steps, reasoning, artifacts };
}

/** Returns the text of a tool's result; null if it has none. */
function getResultText({ content }: Fields): string | null {
  if (typeof content === "string") return toText(content);
  const parts = toList(content).map((item) => {
    const { text, title, url } = toFields(item);
    return [title, url, text].map(toText).filter(Boolean).join("\n");
  });
  const text = parts.filter((part) => part !== "").join("\n\n");
  return text === "" ? null : text;
}

const toJson = (input: unknown): string => sanitizeText(JSON.stringify(input ?? {}));
const joinParts = (parts: readonly string[]): string =>
  parts
    .filter((part) => part !== "")
    .join("\n\n")
    .trimStart();

/** Adds the names of attached files and, in `content`, their extracted texts. Counts files whose content is missing. */
function addAttachments(texts: readonly string[], message: Fields, leftOut: LeftOutCounter) {
  const attachments = toList(message.attachments).map(toFields);
  const files = [...toList(message.files), ...toList(message.files_v2)].map(toFields);
  const extracts = attachments.flatMap((file) => {
    const text = toText(file.extracted_content).trim();
    return text === "" ? [] : [{ name: getFileName(file), text }];
  });
  const extractedNames = new Set(extracts.map(({ name }) => name));
  const filesByName = new Map([...attachments, ...files].map((file) => [getFileName(file), file]));
  for (const [name, file] of filesByName)
    if (!extractedNames.has(name)) leftOut.add(file.file_kind === "image" ? "image" : "file");
  const labels = [...filesByName.keys()].map((fileName) => t`[Attached: ${fileName}]`);
  const join = (parts: readonly string[]) => parts.filter((part) => part !== "").join("\n\n");
  const label = join([join(texts).trim(), ...labels]);
  const extractedTexts = extracts.map(({ name, text }) => `**${name}**\n\n${toFence(text, "")}`);
  return { label, content: join([label, ...extractedTexts]) };
}

const getFileName = ({ file_name }: Fields) =>
  toInlineName(sanitizeText(typeof file_name === "string" ? file_name : t`a file`));
