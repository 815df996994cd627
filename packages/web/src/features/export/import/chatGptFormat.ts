import { Conversation, limits, type Message } from "@lectern/contract";
import type { ParsedImport, SkippedItem } from "./importTypes.ts";
import { normalizeId } from "./normalizeId.ts";
import { parseCreatedAt, parseTime } from "./parseTime.ts";
import { type ImportedMessage, repairTree } from "./repairTree.ts";
import { type Fields, sanitizeText, toFields, toList, toText } from "./sanitizeJson.ts";
import { parseEach, removeDuplicates } from "./workspaceFormat.ts";

// ChatGPT's export has no published schema. This parses the observed format: a list of conversations, each with a
// `mapping` of nodes (id, parent, children, message) and the id of the current node.

const maxToolOutputCharacters = 20_000;

export const isChatGptConversation = (first: unknown): boolean => "mapping" in toFields(first);

/** Parses a `conversations.json` from ChatGPT, including branches. */
export function parseChatGptExport(items: readonly unknown[], now: Date): ParsedImport {
  const skipped: SkippedItem[] = [];
  const conversations = parseEach(items, skipped, (item) => parseConversation(toFields(item), now, skipped));
  return {
    kind: "chatGpt",
    conversations: removeDuplicates(conversations, skipped),
    folders: [],
    prompts: [],
    skipped,
  };
}

function parseConversation(fields: Fields, now: Date, skipped: SkippedItem[]): Conversation[] {
  const name = toText(fields.title).trim().slice(0, limits.conversationNameLength) || "Conversation from ChatGPT";
  const { messages, messageIdByNode } = parseMapping(toFields(fields.mapping), now);
  if (messages.length === 0) {
    skipped.push({ name, reason: "It has no readable messages." });
    return [];
  }
  const updatedAt = parseTime(fields.update_time, now, now.toISOString());
  const head = typeof fields.current_node === "string" ? messageIdByNode.get(fields.current_node) : undefined;
  const repairedMessages = repairTree(messages);
  const conversation = Conversation.safeParse({
    id: normalizeId(fields.conversation_id ?? fields.id, () =>
      JSON.stringify([name, fields.create_time, messages.length]),
    ),
    name,
    messages: repairedMessages,
    headId: repairedMessages.some(({ id }) => id === head) ? head : (repairedMessages.at(-1)?.id ?? null),
    isLocal: true,
    createdAt: parseTime(fields.create_time, now, updatedAt),
    updatedAt,
  });
  const isTooLong = messages.length > limits.messagesPerConversation;
  if (conversation.success && !isTooLong) return [conversation.data];
  skipped.push({ name, reason: isTooLong ? "It has too many messages." : "It is damaged." });
  return [];
}

/** Output that precedes an answer and is merged into it: executed code, results, and reasoning. */
interface PendingOutput {
  parentId: string | null;
  texts: readonly string[];
  thoughts: readonly string[];
}

function parseMapping(
  mapping: Fields,
  now: Date,
): { messages: ImportedMessage[]; messageIdByNode: Map<string, string> } {
  const messages: ImportedMessage[] = [];
  /** Maps the id of each node to the id of its message or, if it has none, of the message before it. */
  const messageIdByNode = new Map<string, string>();
  const nodes = new Map(Object.entries(mapping).map(([id, node]) => [id, toFields(node)]));
  const roots = [...nodes]
    .filter(([, { parent }]) => typeof parent !== "string" || !nodes.has(parent))
    .map(([id]) => id);
  const visited = new Set<string>();
  const stack: { id: string; pending: PendingOutput }[] = [];
  const push = (ids: readonly string[], pending: PendingOutput) => {
    // Reversed, because the stack pops the last child first.
    for (const id of [...ids].reverse()) stack.push({ id, pending });
  };
  const walk = () => {
    for (let next = stack.pop(); next; next = stack.pop()) {
      const node = nodes.get(next.id);
      if (!node || visited.has(next.id)) continue;
      visited.add(next.id);
      const parsed = parseNode(next.id, toFields(node.message), next.pending, now);
      if (parsed.message) messages.push(parsed.message);
      if (parsed.pending.parentId !== null) messageIdByNode.set(next.id, parsed.pending.parentId);
      const children = toList(node.children).filter((id): id is string => typeof id === "string");
      const isLeaf = children.every((id) => visited.has(id) || !nodes.has(id));
      if (isLeaf) appendPendingOutput(next.id, parsed.pending, messages, messageIdByNode);
      else push(children, parsed.pending);
    }
  };
  const noOutput: PendingOutput = { parentId: null, texts: [], thoughts: [] };
  push(roots, noOutput);
  walk();
  // Nodes that cannot be reached from a root: cycles, and children that their parents do not list.
  for (const id of nodes.keys()) {
    if (visited.has(id)) continue;
    const parent = nodes.get(id)?.parent;
    push([id], { ...noOutput, parentId: (typeof parent === "string" ? messageIdByNode.get(parent) : null) ?? null });
    walk();
  }
  return { messages, messageIdByNode };
}

/** For a branch that ends without an answer, adds the pending output as a message. */
function appendPendingOutput(
  id: string,
  { parentId, texts, thoughts }: PendingOutput,
  messages: ImportedMessage[],
  messageIdByNode: Map<string, string>,
): void {
  if (texts.length === 0) return;
  const messageId = normalizeId(`${id}-rest`, () => id);
  const data = toMessageData(thoughts, "");
  messages.push({ id: messageId, parentId, role: "assistant", content: joinTexts(texts), data });
  messageIdByNode.set(id, messageId);
}

function parseNode(
  id: string,
  message: Fields,
  pending: PendingOutput,
  now: Date,
): { message: ImportedMessage | null; pending: PendingOutput } {
  const metadata = toFields(message.metadata);
  const content = toFields(message.content);
  const role = toFields(message.author).role;
  const isHidden = metadata.is_visually_hidden_from_conversation === true || role === "system";
  if (isHidden) return { message: null, pending };
  const kind = content.content_type;
  const text = extractText(content).slice(0, limits.messageLength);
  if (kind === "thoughts" || kind === "reasoning_recap")
    return { message: null, pending: { ...pending, thoughts: [...pending.thoughts, text] } };
  if (text === "" || (role !== "user" && role !== "assistant" && role !== "tool")) return { message: null, pending };
  const isVisible =
    role === "user" || (role === "assistant" && kind !== "code" && (message.recipient ?? "all") === "all");
  if (!isVisible) {
    // Drop search results and fetched pages, which ChatGPT does not show either.
    if (role === "tool" && kind !== "execution_output" && kind !== "multimodal_text") return { message: null, pending };
    const language =
      kind === "code"
        ? toText(content.language)
            .replace(/[^\w+#.-]/g, "")
            .replace(/^unknown$/, "")
        : "";
    const output = kind === "multimodal_text" ? text : toFence(text.slice(0, maxToolOutputCharacters), language);
    return { message: null, pending: { ...pending, texts: [...pending.texts, output] } };
  }
  const messageId = normalizeId(id, () => id);
  const isUser = role === "user";
  return {
    message: {
      id: messageId,
      parentId: pending.parentId,
      role: isUser ? "user" : "assistant",
      content: isUser ? text : joinTexts([...pending.texts, text]),
      data: isUser ? {} : toMessageData(pending.thoughts, toText(metadata.model_slug)),
      ...parseCreatedAt(message.create_time, now),
    },
    pending: { parentId: messageId, texts: [], thoughts: [] },
  };
}

/** Joins texts. If the result exceeds the message limit, cuts its beginning, because the answer is at the end. */
const joinTexts = (texts: readonly string[]): string => texts.join("\n\n").slice(-limits.messageLength);

function toMessageData(thoughts: readonly string[], modelName: string): Message["data"] {
  const reasoning = joinTexts(thoughts.filter((thought) => thought !== ""));
  return { ...(reasoning === "" ? {} : { reasoning }), ...(modelName === "" ? {} : { modelName }) };
}

/** ChatGPT's citation marks, which have no meaning elsewhere. */
const citationMarkPattern = /\ue200[^\ue201]{0,500}\ue201|【[^】\n]{0,40}†[^】\n]{0,80}】/g;

function extractText(content: Fields): string {
  const parts = [
    ...toList(content.parts).map(getPartText),
    toText(content.text),
    toText(content.result),
    ...toList(content.thoughts).map((thought) => getThoughtText(toFields(thought))),
    toText(content.content),
  ];
  return parts
    .filter((part) => part !== "")
    .join("\n\n")
    .replace(citationMarkPattern, "")
    .trim();
}

function getPartText(part: unknown): string {
  if (typeof part === "string") return sanitizeText(part);
  const fields = toFields(part);
  if (typeof fields.text === "string") return sanitizeText(fields.text);
  const kind = toText(fields.content_type);
  if (kind.includes("image")) return "*[Image, not included in the file]*";
  return kind.includes("audio") || kind.includes("video") ? "*[Recording, not included in the file]*" : "";
}

const getThoughtText = ({ summary, content }: Fields) =>
  [toText(summary) && `**${toText(summary)}**`, toText(content)].filter((text) => text !== "").join("\n\n");

/** Wraps text in a fence of backticks that is longer than any run of backticks in the text. */
export function toFence(text: string, language: string): string {
  const longestRunLength = Math.max(2, ...[...text.matchAll(/`+/g)].slice(0, 10_000).map(([run]) => run.length));
  const fence = "`".repeat(Math.min(longestRunLength + 1, 1_000));
  return `${fence}${language}\n${text.trimEnd()}\n${fence}`;
}
