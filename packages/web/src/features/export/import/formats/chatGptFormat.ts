import { Conversation, limits, type Message, type ToolStep } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import type { ImportContext, ParsedImport } from "../importTypes.ts";
import { createLeftOutCounter, type LeftOutCounter } from "../leftOut.ts";
import { normalizeId } from "../normalizeId.ts";
import { parseCreatedAt, parseTime } from "../parseTime.ts";
import { type ImportedMessage, repairTree } from "../repairTree.ts";
import { type Fields, toFields, toList, toText } from "../sanitizeJson.ts";
import { applyCanvasCall, type CanvasDocument } from "./chatGptCanvas.ts";
import { countLeftOut, extractText, labelAttachments } from "./chatGptContent.ts";
import { createUpdateBudget, type UpdateBudget } from "./claudeArtifacts.ts";
import { addCall, addResult, findOpenCall, shiftSteps } from "./importedSteps.ts";
import { parseConversationList } from "./parseConversationList.ts";

// ChatGPT's export has no published schema. This parses the observed format: a list of conversations, each with a
// `mapping` of nodes (id, parent, children, message) and the id of the current node.

export const isChatGptConversation = (first: unknown): boolean => "mapping" in toFields(first);

/** Parses a `conversations.json` from ChatGPT, including branches. */
export function parseChatGptExport(items: readonly unknown[], now: Date): ParsedImport {
  return parseConversationList("chatGpt", items, now, parseConversation);
}

function parseConversation(fields: Fields, context: ImportContext): Conversation[] {
  const { now, skipped } = context;
  const name = toText(fields.title).trim().slice(0, limits.conversationNameLength) || t`Chat from ChatGPT`;
  const leftOut = createLeftOutCounter();
  const { messages, messageIdByNode } = parseMapping(toFields(fields.mapping), now, leftOut);
  if (messages.length === 0) {
    skipped.push({ name, reason: t`It has no readable messages.` });
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
  if (conversation.success && !isTooLong) {
    context.leftOut.addAll(leftOut.list());
    return [conversation.data];
  }
  skipped.push({ name, reason: isTooLong ? t`It has too many messages.` : t`It is damaged.` });
  return [];
}

/** Output that precedes an answer and is merged into it: images, calls of tools, and reasoning. */
interface PendingOutput {
  parentId: string | null;
  texts: readonly string[];
  steps: readonly ToolStep[];
  thoughts: readonly string[];
  /** The document in the canvas, also of earlier answers. */
  document: CanvasDocument;
  /** The time of the last text or step. */
  createdAt?: string;
}

interface NodeContext {
  now: Date;
  leftOut: LeftOutCounter;
  budget: UpdateBudget;
}

function parseMapping(
  mapping: Fields,
  now: Date,
  leftOut: LeftOutCounter,
): { messages: ImportedMessage[]; messageIdByNode: Map<string, string> } {
  const messages: ImportedMessage[] = [];
  const context: NodeContext = { now, leftOut, budget: createUpdateBudget() };
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
      const parsed = parseNode(next.id, toFields(node.message), next.pending, context);
      messages.push(...parsed.messages);
      if (parsed.pending.parentId !== null) messageIdByNode.set(next.id, parsed.pending.parentId);
      const children = toList(node.children).filter((id): id is string => typeof id === "string");
      const isLeaf = children.every((id) => visited.has(id) || !nodes.has(id));
      if (!isLeaf) push(children, parsed.pending);
      for (const message of isLeaf ? toMessages(next.id, parsed.pending, leftOut) : []) {
        messages.push(message);
        messageIdByNode.set(next.id, message.id);
      }
    }
  };
  const noOutput: PendingOutput = { parentId: null, texts: [], steps: [], thoughts: [], document: null };
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

/** Returns a message with output that no answer follows: at the end of a branch, or before the next question. */
function toMessages(id: string, pending: PendingOutput, leftOut: LeftOutCounter): ImportedMessage[] {
  const { parentId, texts, steps, createdAt } = pending;
  if (texts.length === 0 && steps.length === 0) {
    if (pending.thoughts.some((thought) => thought !== "")) leftOut.add("reasoning");
    return [];
  }
  return [
    {
      id: normalizeId(`${id}-rest`, () => id),
      parentId,
      role: "assistant",
      ...toAnswerFields(pending, [], "", leftOut),
      ...(createdAt === undefined ? {} : { createdAt }),
    },
  ];
}

interface ParsedNode {
  messages: ImportedMessage[];
  pending: PendingOutput;
}

function parseNode(
  id: string,
  message: Fields,
  pending: PendingOutput,
  { now, leftOut, budget }: NodeContext,
): ParsedNode {
  const metadata = toFields(message.metadata);
  const content = toFields(message.content);
  const role = toFields(message.author).role;
  const kind = content.content_type;
  const skip: ParsedNode = { messages: [], pending };
  if (metadata.is_visually_hidden_from_conversation === true || role === "system") {
    if (kind === "user_editable_context" || extractText(content) !== "") leftOut.add("hiddenInstruction");
    return skip;
  }
  const fullText = [extractText(content), ...labelAttachments(content, metadata, leftOut)].filter(Boolean).join("\n\n");
  countLeftOut(content, metadata, leftOut);
  if (fullText.length > limits.messageLength) leftOut.add("shortenedText");
  const text = fullText.slice(0, limits.messageLength);
  if (kind === "thoughts" || kind === "reasoning_recap")
    return { messages: [], pending: { ...pending, thoughts: [...pending.thoughts, text] } };
  if (text === "") return skip;
  if (role !== "user" && role !== "assistant" && role !== "tool") {
    leftOut.add("unknownBlock", { name: toText(role) });
    return skip;
  }
  const isVisible =
    role === "user" || (role === "assistant" && kind !== "code" && (message.recipient ?? "all") === "all");
  const createdAt = parseCreatedAt(message.create_time, now);
  if (!isVisible) {
    const canvas = role === "assistant" && applyCanvasCall(message, pending.document, budget);
    const output = canvas
      ? { ...pending, texts: [...pending.texts, canvas.block], document: canvas.document }
      : addOutput(pending, { id, message, kind, text }, leftOut);
    return { messages: [], pending: { ...output, ...createdAt } };
  }
  const messageId = normalizeId(id, () => id);
  const earlierMessages = role === "user" ? toMessages(id, pending, leftOut) : [];
  const fields: Pick<ImportedMessage, "role" | "content" | "data"> =
    role === "user"
      ? { role, content: text, data: {} }
      : {
          role: "assistant",
          ...toAnswerFields(pending, [text], toText(metadata.model_slug), leftOut),
        };
  const parentId = earlierMessages.at(-1)?.id ?? pending.parentId;
  return {
    messages: [...earlierMessages, { id: messageId, parentId, ...fields, ...createdAt }],
    pending: { parentId: messageId, texts: [], steps: [], thoughts: [], document: pending.document },
  };
}

interface ToolOutput {
  id: string;
  message: Fields;
  kind: unknown;
  text: string;
}

/** Adds a call of a tool, its result, or an image that a tool made. */
function addOutput(
  pending: PendingOutput,
  { id, message, kind, text }: ToolOutput,
  leftOut: LeftOutCounter,
): PendingOutput {
  const { role, name } = toFields(message.author);
  // The result of a change in the canvas says only that it worked.
  if (role === "tool" && toText(name).startsWith("canmore.") && text.startsWith("Successfully")) return pending;
  if (kind === "multimodal_text") return { ...pending, texts: [...pending.texts, text] };
  const { texts, steps } = pending;
  const recipient = toText(message.recipient);
  const tool = role === "tool" ? toText(name) : recipient === "all" ? "" : recipient;
  const call = { id, tool: tool || "code", round: steps.length, offset: texts.join("\n\n").length };
  if (role !== "tool") return { ...pending, steps: addCall(steps, { ...call, arguments: text }, leftOut) };
  const openIndex = findOpenCall(steps, tool);
  // The call may not be in the file.
  const knownSteps = openIndex === -1 ? addCall(steps, { ...call, arguments: "" }, leftOut) : steps;
  const index = openIndex === -1 ? steps.length : openIndex;
  return {
    ...pending,
    steps: addResult(knownSteps, index, { result: text, isError: kind === "system_error" }, leftOut),
  };
}

/** Returns the text of an answer with the output before it. If that is too long, its beginning is cut off. */
function toAnswerFields(
  { texts, steps, thoughts }: PendingOutput,
  answerTexts: readonly string[],
  modelName: string,
  leftOut: LeftOutCounter,
): Pick<ImportedMessage, "content" | "data"> {
  const allTexts = [...texts, ...answerTexts];
  const content = joinTexts(allTexts, leftOut);
  const data = toMessageData(thoughts, modelName, leftOut);
  const cutLength = allTexts.join("\n\n").length - content.length;
  return { content, data: steps.length === 0 ? data : { ...data, steps: shiftSteps(steps, cutLength) } };
}

/** Joins texts. If the result exceeds the message limit, cuts its beginning, because the answer is at the end. */
function joinTexts(texts: readonly string[], leftOut: LeftOutCounter): string {
  const text = texts.join("\n\n");
  if (text.length > limits.messageLength) leftOut.add("shortenedText");
  return text.slice(-limits.messageLength);
}

function toMessageData(thoughts: readonly string[], modelName: string, leftOut: LeftOutCounter): Message["data"] {
  const reasoning = joinTexts(
    thoughts.filter((thought) => thought !== ""),
    leftOut,
  );
  return { ...(reasoning === "" ? {} : { reasoning }), ...(modelName === "" ? {} : { modelName }) };
}
