import { Conversation, limits, type Message } from "@lectern/contract";
import type { ParsedImport, SkippedItem } from "./importTypes.ts";
import { normalizeId } from "./normalizeId.ts";
import { parseCreatedAt, parseTime } from "./parseTime.ts";
import { type ImportedMessage, repairTree } from "./repairTree.ts";
import { type Fields, sanitizeText, toFields, toList, toText } from "./sanitizeJson.ts";
import { parseEach, removeDuplicates } from "./workspaceFormat.ts";

// ChatGPT's export has no published schema. This reads what its files are known to have: a list of conversations, each with a `mapping` of nodes
// (id, parent, children, message) and the id of the node that was shown last.

const maxOutputCharacters = 20_000;

export const isChatGptConversation = (first: unknown): boolean => "mapping" in toFields(first);

/** The conversations of a `conversations.json` of ChatGPT's, with their branches. */
export function parseChatGptExport(given: readonly unknown[], now: Date): ParsedImport {
  const skipped: SkippedItem[] = [];
  const conversations = parseEach(given, skipped, (one) => parseConversation(toFields(one), now, skipped));
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
  const { messages, headByNode } = parseMapping(toFields(fields.mapping), now);
  if (messages.length === 0) {
    skipped.push({ name, reason: "It has no readable messages." });
    return [];
  }
  const updatedAt = parseTime(fields.update_time, now, now.toISOString());
  const head = typeof fields.current_node === "string" ? headByNode.get(fields.current_node) : undefined;
  const sound = repairTree(messages);
  const conversation = Conversation.safeParse({
    id: normalizeId(fields.conversation_id ?? fields.id, () =>
      JSON.stringify([name, fields.create_time, messages.length]),
    ),
    name,
    messages: sound,
    headId: sound.some(({ id }) => id === head) ? head : (sound.at(-1)?.id ?? null),
    isLocal: true,
    createdAt: parseTime(fields.create_time, now, updatedAt),
    updatedAt,
  });
  const isTooLong = messages.length > limits.messagesPerConversation;
  if (conversation.success && !isTooLong) return [conversation.data];
  skipped.push({ name, reason: isTooLong ? "It has too many messages." : "It is damaged." });
  return [];
}

/** What stands before an answer without being one: code that was run, what came of it, and thoughts. */
interface PendingOutput {
  parentId: string | null;
  texts: readonly string[];
  thoughts: readonly string[];
}

function parseMapping(mapping: Fields, now: Date): { messages: ImportedMessage[]; headByNode: Map<string, string> } {
  const messages: ImportedMessage[] = [];
  /** For each node, the message that is shown for it. */
  const headByNode = new Map<string, string>();
  const nodes = new Map(Object.entries(mapping).map(([id, node]) => [id, toFields(node)]));
  const roots = [...nodes]
    .filter(([, { parent }]) => typeof parent !== "string" || !nodes.has(parent))
    .map(([id]) => id);
  const seen = new Set<string>();
  const waiting: { id: string; before: PendingOutput }[] = [];
  const visit = (ids: readonly string[], before: PendingOutput) => {
    // The last one is taken first.
    for (const id of [...ids].reverse()) waiting.push({ id, before });
  };
  const follow = () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const node = nodes.get(next.id);
      if (!node || seen.has(next.id)) continue;
      seen.add(next.id);
      const made = parseNode(next.id, toFields(node.message), next.before, now);
      if (made.message) messages.push(made.message);
      if (made.before.parentId !== null) headByNode.set(next.id, made.before.parentId);
      const children = toList(node.children).filter((id): id is string => typeof id === "string");
      const isEnd = children.every((id) => seen.has(id) || !nodes.has(id));
      if (isEnd) appendPendingOutput(next.id, made.before, messages, headByNode);
      else visit(children, made.before);
    }
  };
  const nothing: PendingOutput = { parentId: null, texts: [], thoughts: [] };
  visit(roots, nothing);
  follow();
  // Nodes that no root leads to: loops, and children that their parents do not name.
  for (const id of nodes.keys()) {
    if (seen.has(id)) continue;
    const parent = nodes.get(id)?.parent;
    visit([id], { ...nothing, parentId: (typeof parent === "string" ? headByNode.get(parent) : null) ?? null });
    follow();
  }
  return { messages, headByNode };
}

/** A branch that ends before there was an answer: what was done is shown all the same. */
function appendPendingOutput(
  id: string,
  { parentId, texts, thoughts }: PendingOutput,
  messages: ImportedMessage[],
  headByNode: Map<string, string>,
): void {
  if (texts.length === 0) return;
  const own = normalizeId(`${id}-rest`, () => id);
  messages.push({ id: own, parentId, role: "assistant", content: joined(texts), data: toMessageData(thoughts, "") });
  headByNode.set(id, own);
}

function parseNode(
  id: string,
  message: Fields,
  before: PendingOutput,
  now: Date,
): { message: ImportedMessage | null; before: PendingOutput } {
  const metadata = toFields(message.metadata);
  const content = toFields(message.content);
  const role = toFields(message.author).role;
  const isHidden = metadata.is_visually_hidden_from_conversation === true || role === "system";
  if (isHidden) return { message: null, before };
  const kind = content.content_type;
  const text = extractText(content).slice(0, limits.messageLength);
  if (kind === "thoughts" || kind === "reasoning_recap")
    return { message: null, before: { ...before, thoughts: [...before.thoughts, text] } };
  if (text === "" || (role !== "user" && role !== "assistant" && role !== "tool")) return { message: null, before };
  const isForPeople =
    role === "user" || (role === "assistant" && kind !== "code" && (message.recipient ?? "all") === "all");
  if (!isForPeople) {
    // What a search or a page gave is not said to people.
    if (role === "tool" && kind !== "execution_output" && kind !== "multimodal_text") return { message: null, before };
    const language =
      kind === "code"
        ? toText(content.language)
            .replace(/[^\w+#.-]/g, "")
            .replace(/^unknown$/, "")
        : "";
    const shown = kind === "multimodal_text" ? text : toFence(text.slice(0, maxOutputCharacters), language);
    return { message: null, before: { ...before, texts: [...before.texts, shown] } };
  }
  const own = normalizeId(id, () => id);
  const isUser = role === "user";
  return {
    message: {
      id: own,
      parentId: before.parentId,
      role: isUser ? "user" : "assistant",
      content: isUser ? text : joined([...before.texts, text]),
      data: isUser ? {} : toMessageData(before.thoughts, toText(metadata.model_slug)),
      ...parseCreatedAt(message.create_time, now),
    },
    before: { parentId: own, texts: [], thoughts: [] },
  };
}

/** As much as one message may be, of the end: that is what was said last. */
const joined = (texts: readonly string[]): string => texts.join("\n\n").slice(-limits.messageLength);

function toMessageData(thoughts: readonly string[], modelName: string): Message["data"] {
  const reasoning = joined(thoughts.filter((thought) => thought !== ""));
  return { ...(reasoning === "" ? {} : { reasoning }), ...(modelName === "" ? {} : { modelName }) };
}

/** The marks of sources, which lead nowhere outside of ChatGPT. */
const marks = /\ue200[^\ue201]{0,500}\ue201|【[^】\n]{0,40}†[^】\n]{0,80}】/g;

function extractText(content: Fields): string {
  const parts = [
    ...toList(content.parts).map(partText),
    toText(content.text),
    toText(content.result),
    ...toList(content.thoughts).map((thought) => thoughtText(toFields(thought))),
    toText(content.content),
  ];
  return parts
    .filter((part) => part !== "")
    .join("\n\n")
    .replace(marks, "")
    .trim();
}

function partText(part: unknown): string {
  if (typeof part === "string") return sanitizeText(part);
  const fields = toFields(part);
  if (typeof fields.text === "string") return sanitizeText(fields.text);
  const kind = toText(fields.content_type);
  if (kind.includes("image")) return "*[Image, not included in the file]*";
  return kind.includes("audio") || kind.includes("video") ? "*[Recording, not included in the file]*" : "";
}

const thoughtText = ({ summary, content }: Fields) =>
  [toText(summary) && `**${toText(summary)}**`, toText(content)].filter((text) => text !== "").join("\n\n");

/** A fence that nothing in the text closes. */
export function toFence(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].slice(0, 10_000).map(([run]) => run.length));
  const fence = "`".repeat(Math.min(longest + 1, 1_000));
  return `${fence}${language}\n${text.trimEnd()}\n${fence}`;
}
