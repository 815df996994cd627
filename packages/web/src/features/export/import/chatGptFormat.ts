import { Conversation, limits, type Message } from "@lectern/contract";
import { cleanText, type Fields, fieldsOf, listOf, textOf } from "./cleanJson.ts";
import type { ParsedImport, Skipped } from "./importTypes.ts";
import { soundId } from "./madeId.ts";
import { firstOfEach, readEach } from "./ownFormat.ts";
import { type GivenMessage, soundTree } from "./soundTree.ts";
import { optionalTime, timeOf } from "./times.ts";

// ChatGPT's export has no published schema. This reads what its files are known to have: a list of conversations, each with a `mapping` of nodes
// (id, parent, children, message) and the id of the node that was shown last.

const longestOutput = 20_000;

export const isChatGpt = (first: unknown): boolean => "mapping" in fieldsOf(first);

/** The conversations of a `conversations.json` of ChatGPT's, with their branches. */
export function readChatGpt(given: readonly unknown[], now: Date): ParsedImport {
  const skipped: Skipped[] = [];
  const conversations = readEach(given, skipped, (one) => readConversation(fieldsOf(one), now, skipped));
  return { kind: "chatGpt", conversations: firstOfEach(conversations, skipped), folders: [], prompts: [], skipped };
}

function readConversation(fields: Fields, now: Date, skipped: Skipped[]): Conversation[] {
  const name = textOf(fields.title).trim().slice(0, limits.conversationNameLength) || "Conversation from ChatGPT";
  const { messages, headOf } = readMapping(fieldsOf(fields.mapping), now);
  if (messages.length === 0) {
    skipped.push({ name, reason: "It has no messages that could be read." });
    return [];
  }
  const updatedAt = timeOf(fields.update_time, now, now.toISOString());
  const head = typeof fields.current_node === "string" ? headOf.get(fields.current_node) : undefined;
  const sound = soundTree(messages);
  const conversation = Conversation.safeParse({
    id: soundId(fields.conversation_id ?? fields.id, () => JSON.stringify([name, fields.create_time, messages.length])),
    name,
    messages: sound,
    headId: sound.some(({ id }) => id === head) ? head : (sound.at(-1)?.id ?? null),
    isLocal: true,
    createdAt: timeOf(fields.create_time, now, updatedAt),
    updatedAt,
  });
  const isTooLong = messages.length > limits.messagesPerConversation;
  if (conversation.success && !isTooLong) return [conversation.data];
  skipped.push({ name, reason: isTooLong ? "It has too many messages." : "It is damaged." });
  return [];
}

/** What stands before an answer without being one: code that was run, what came of it, and thoughts. */
interface Before {
  parentId: string | null;
  texts: readonly string[];
  thoughts: readonly string[];
}

function readMapping(mapping: Fields, now: Date): { messages: GivenMessage[]; headOf: Map<string, string> } {
  const messages: GivenMessage[] = [];
  /** For each node, the message that is shown for it. */
  const headOf = new Map<string, string>();
  const nodes = new Map(Object.entries(mapping).map(([id, node]) => [id, fieldsOf(node)]));
  const roots = [...nodes]
    .filter(([, { parent }]) => typeof parent !== "string" || !nodes.has(parent))
    .map(([id]) => id);
  const seen = new Set<string>();
  const waiting: { id: string; before: Before }[] = [];
  const visit = (ids: readonly string[], before: Before) => {
    // The last one is taken first.
    for (const id of [...ids].reverse()) waiting.push({ id, before });
  };
  const follow = () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const node = nodes.get(next.id);
      if (!node || seen.has(next.id)) continue;
      seen.add(next.id);
      const made = readNode(next.id, fieldsOf(node.message), next.before, now);
      if (made.message) messages.push(made.message);
      if (made.before.parentId !== null) headOf.set(next.id, made.before.parentId);
      const children = listOf(node.children).filter((id): id is string => typeof id === "string");
      const isEnd = children.every((id) => seen.has(id) || !nodes.has(id));
      if (isEnd) putRest(next.id, made.before, messages, headOf);
      else visit(children, made.before);
    }
  };
  const nothing: Before = { parentId: null, texts: [], thoughts: [] };
  visit(roots, nothing);
  follow();
  // Nodes that no root leads to: loops, and children that their parents do not name.
  for (const id of nodes.keys()) {
    if (seen.has(id)) continue;
    const parent = nodes.get(id)?.parent;
    visit([id], { ...nothing, parentId: (typeof parent === "string" ? headOf.get(parent) : null) ?? null });
    follow();
  }
  return { messages, headOf };
}

/** A branch that ends before there was an answer: what was done is shown all the same. */
function putRest(
  id: string,
  { parentId, texts, thoughts }: Before,
  messages: GivenMessage[],
  headOf: Map<string, string>,
): void {
  if (texts.length === 0) return;
  const own = soundId(`${id}-rest`, () => id);
  messages.push({ id: own, parentId, role: "assistant", content: joined(texts), data: dataOf(thoughts, "") });
  headOf.set(id, own);
}

function readNode(
  id: string,
  message: Fields,
  before: Before,
  now: Date,
): { message: GivenMessage | null; before: Before } {
  const metadata = fieldsOf(message.metadata);
  const content = fieldsOf(message.content);
  const role = fieldsOf(message.author).role;
  const isHidden = metadata.is_visually_hidden_from_conversation === true || role === "system";
  if (isHidden) return { message: null, before };
  const kind = content.content_type;
  const text = textIn(content).slice(0, limits.messageLength);
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
        ? textOf(content.language)
            .replace(/[^\w+#.-]/g, "")
            .replace(/^unknown$/, "")
        : "";
    const shown = kind === "multimodal_text" ? text : fenced(text.slice(0, longestOutput), language);
    return { message: null, before: { ...before, texts: [...before.texts, shown] } };
  }
  const own = soundId(id, () => id);
  const isUser = role === "user";
  return {
    message: {
      id: own,
      parentId: before.parentId,
      role: isUser ? "user" : "assistant",
      content: isUser ? text : joined([...before.texts, text]),
      data: isUser ? {} : dataOf(before.thoughts, textOf(metadata.model_slug)),
      ...optionalTime(message.create_time, now),
    },
    before: { parentId: own, texts: [], thoughts: [] },
  };
}

/** As much as one message may be, of the end: that is what was said last. */
const joined = (texts: readonly string[]): string => texts.join("\n\n").slice(-limits.messageLength);

function dataOf(thoughts: readonly string[], modelName: string): Message["data"] {
  const reasoning = joined(thoughts.filter((thought) => thought !== ""));
  return { ...(reasoning === "" ? {} : { reasoning }), ...(modelName === "" ? {} : { modelName }) };
}

/** The marks of sources, which lead nowhere outside of ChatGPT. */
const marks = /\ue200[^\ue201]{0,500}\ue201|【[^】\n]{0,40}†[^】\n]{0,80}】/g;

function textIn(content: Fields): string {
  const parts = [
    ...listOf(content.parts).map(partText),
    textOf(content.text),
    textOf(content.result),
    ...listOf(content.thoughts).map((thought) => thoughtText(fieldsOf(thought))),
    textOf(content.content),
  ];
  return parts
    .filter((part) => part !== "")
    .join("\n\n")
    .replace(marks, "")
    .trim();
}

function partText(part: unknown): string {
  if (typeof part === "string") return cleanText(part);
  const fields = fieldsOf(part);
  if (typeof fields.text === "string") return cleanText(fields.text);
  const kind = textOf(fields.content_type);
  if (kind.includes("image")) return "*[A picture, which is not part of the file]*";
  return kind.includes("audio") || kind.includes("video") ? "*[A recording, which is not part of the file]*" : "";
}

const thoughtText = ({ summary, content }: Fields) =>
  [textOf(summary) && `**${textOf(summary)}**`, textOf(content)].filter((text) => text !== "").join("\n\n");

/** A fence that nothing in the text closes. */
export function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].slice(0, 10_000).map(([run]) => run.length));
  const fence = "`".repeat(Math.min(longest + 1, 1_000));
  return `${fence}${language}\n${text.trimEnd()}\n${fence}`;
}
