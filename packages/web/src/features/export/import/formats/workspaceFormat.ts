import {
  Conversation,
  type Conversation as ConversationType,
  cancelOpenSteps,
  defaultConversationName,
  Folder,
  type FolderType,
  isBuiltInFolder,
  limits,
  type Message,
  MessageData,
  MessageRole,
  MessageType,
  PromptData,
  PromptTemplate,
  PromptType,
  ToolStep,
} from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { restoreOrder } from "../../../../entities/exports/toExportedConversation.ts";
import type { ImportContext, ParsedImport, SkippedItem } from "../importTypes.ts";
import { createLeftOutCounter, type LeftOutCounter } from "../leftOut.ts";
import { deriveId, normalizeId } from "../normalizeId.ts";
import { parseCreatedAt, parseTime } from "../parseTime.ts";
import { type ImportedMessage, repairTree } from "../repairTree.ts";
import { type Fields, isObject, sanitizeJson, sanitizeText, toFields, toList, toText } from "../sanitizeJson.ts";

const getUnnamedItem = () => t`Unnamed item`;

/** Parses an export of version 1 (an array) or 2 to 4 (an object). Skips items that cannot be parsed. */
export function parseWorkspaceExport(json: unknown, now: Date): ParsedImport {
  const file = Array.isArray(json) ? { history: json } : toFields(json);
  const skipped: SkippedItem[] = [];
  const folders = parseEach(toList(file.folders), skipped, (folder) => parseFolder(folder, skipped));
  const prompts = removeDuplicates(
    parseEach(toList(file.prompts), skipped, (prompt) => parsePrompt(prompt, skipped)),
    skipped,
  );
  const context: ImportContext = { now, skipped, leftOut: createLeftOutCounter() };
  const parsed = parseEach(toList(file.history), skipped, (item) => parseConversation(item, context));
  const conversations = removeDuplicates(parsed, skipped);
  return { kind: "workspace", conversations, folders, prompts, skipped, leftOut: context.leftOut.list() };
}

/** Parses each item. Skips an item whose parsing throws, such as extremely nested JSON, so that others still import. */
export function parseEach<Parsed>(
  items: readonly unknown[],
  skipped: SkippedItem[],
  parse: (item: unknown) => Parsed[],
): Parsed[] {
  return items.flatMap((item) => {
    try {
      return parse(item);
    } catch {
      const { name, title } = toFields(item);
      skipped.push({
        name: (toText(name) || toText(title)).slice(0, 200) || getUnnamedItem(),
        reason: t`It is damaged.`,
      });
      return [];
    }
  });
}

/** Removes each item whose id occurs earlier in the list, and adds it to `skipped`. */
export function removeDuplicates<Named extends { id: string; name: string }>(
  items: readonly Named[],
  skipped: SkippedItem[],
): Named[] {
  const seenIds = new Set<string>();
  return items.filter(({ id, name }) => {
    if (!seenIds.has(id)) return seenIds.add(id);
    skipped.push({ name, reason: t`It is in the file more than once.` });
    return false;
  });
}

function parseConversation(json: unknown, context: ImportContext): ConversationType[] {
  const { now, skipped } = context;
  const leftOut = createLeftOutCounter();
  const fields = toFields(json);
  const name = toText(fields.name).trim().slice(0, limits.conversationNameLength).trim();
  const skip = (reason: string) => {
    skipped.push({ name: name || getUnnamedItem(), reason });
    return [];
  };
  if (!isObject(json)) return skip(t`It isn’t a chat.`);
  const tree = toFields(fields.tree);
  const invalidMessages = { count: 0 };
  const parseMessages = (list: unknown) =>
    toList(list).flatMap((message, index) => parseMessage(message, index, now, { invalidMessages, leftOut }));
  const branch = parseMessages(fields.messages);
  const repairedMessages = repairTree([...branch, ...parseMessages(tree.others)]);
  const messages = restoreOrder(
    repairedMessages,
    toList(tree.order).filter((id) => typeof id === "string"),
  );
  if (messages.length === 0 && (name === "" || name === defaultConversationName)) return skip(t`It has no messages.`);
  if (messages.length > limits.messagesPerConversation) return skip(t`It has too many messages.`);
  if (invalidMessages.count > 0) {
    skipped.push({ name: name || getUnnamedItem(), reason: describeInvalidMessages(invalidMessages.count) });
  }
  const ids = new Set(messages.map(({ id }) => id));
  const headId = [tree.headId, fields.headId, branch.at(-1)?.id].find((id) => typeof id === "string" && ids.has(id));
  const updatedAt = parseTime(fields.updatedAt ?? fields.date, now, now.toISOString());
  const conversation = Conversation.safeParse({
    ...parseSettings(fields),
    id: normalizeId(fields.id, () => JSON.stringify([name, messages.map(({ content }) => content)])),
    name: name || defaultConversationName,
    messages,
    headId: headId ?? null,
    isLocal: true,
    revision: 0,
    createdAt: parseTime(fields.createdAt ?? fields.date, now, updatedAt),
    updatedAt,
  });
  if (!conversation.success) return skip(t`It is damaged.`);
  context.leftOut.addAll(leftOut.list());
  return [conversation.data];
}

const describeInvalidMessages = (count: number) =>
  plural(count, { one: "# of its messages couldn’t be read.", other: "# of its messages couldn’t be read." });

/** Parses the conversation's settings; invalid values are dropped. */
function parseSettings(fields: Fields): Record<string, unknown> {
  const shape = Conversation.shape;
  const model = toFields(fields.model);
  const values = {
    modelId: fields.modelId ?? model.id ?? fields.model,
    prompt: fields.prompt,
    temperature: fields.temperature,
    maxTokens: fields.maxTokens,
    folderId: normalizeOptionalId(fields.folderId),
    tags: fields.tags,
    groupType: fields.groupType,
    codeInterpreterAssistantId: fields.codeInterpreterAssistantId,
    isPinned: fields.isPinned,
    isArchived: fields.isArchived,
    description: fields.description,
    projectId: fields.projectId,
    artifacts: fields.artifacts,
  };
  const validEntries = Object.entries(values).flatMap(([key, value]): [string, unknown][] => {
    const sanitized = value === undefined ? undefined : sanitizeJson(value);
    const schema = Object.entries(shape).find(([field]) => field === key)?.[1];
    const parsed = sanitized === undefined ? null : schema?.safeParse(sanitized);
    return parsed?.success ? [[key, parsed.data]] : [];
  });
  return Object.fromEntries(validEntries);
}

function parseMessage(
  json: unknown,
  index: number,
  now: Date,
  { invalidMessages, leftOut }: { invalidMessages: { count: number }; leftOut: LeftOutCounter },
): ImportedMessage[] {
  const fields = toFields(json);
  const role = MessageRole.safeParse(fields.role);
  const content = parseContent(fields.content);
  if (!role.success || content === null || content.length > limits.messageLength) {
    invalidMessages.count += 1;
    return [];
  }
  for (const part of Array.isArray(fields.content) ? fields.content : []) countPart(part, leftOut);
  const type = MessageType.safeParse(fields.type);
  const label = toText(fields.label).slice(0, limits.messageLength);
  const topicData = isObject(fields.topicData) ? toFields(sanitizeJson(fields.topicData)) : null;
  const parent = fields.parentId;
  return [
    {
      id: normalizeId(fields.id, () => JSON.stringify([index, role.data, content])),
      ...(parent === undefined ? {} : { parentId: parent === null ? null : normalizeId(parent, () => "") }),
      role: role.data,
      content,
      ...(label === "" ? {} : { label }),
      ...(type.success ? { type: type.data } : {}),
      data: toMessageData(fields.data, leftOut),
      ...(topicData ? { topicData } : {}),
      ...parseCreatedAt(fields.createdAt, now),
    },
  ];
}

/** Returns the text of a message, which other products may store in parts; null if there is none. */
function parseContent(content: unknown): string | null {
  if (typeof content === "string") return sanitizeText(content);
  if (!Array.isArray(content)) return null;
  return content.map((part) => toText(typeof part === "string" ? part : toFields(part).text)).join("\n\n");
}

/** Counts a part of a message that is no text. */
function countPart(part: unknown, leftOut: LeftOutCounter): void {
  const { type, text } = toFields(part);
  if (typeof part === "string" || typeof text === "string") return;
  const name = toText(type);
  if (name.includes("image")) leftOut.add("image");
  else if (name.includes("audio") || name.includes("video")) leftOut.add("recording");
  else leftOut.add("unknownBlock", { name });
}

/**
 * Keeps valid known fields and all unknown fields. Drops `run`, because a run of another server can neither be resumed
 * nor approved.
 */
function toMessageData(json: unknown, leftOut: LeftOutCounter): Message["data"] {
  const { run: _, steps, ...otherFields } = toFields(sanitizeJson(json));
  const parsedSteps = parseSteps(steps, leftOut);
  const fields = parsedSteps.length === 0 ? otherFields : { ...otherFields, steps: parsedSteps };
  const validEntries = Object.entries(fields).filter(([key, value]) => {
    const schema = Object.entries(MessageData.shape).find(([name]) => name === key)?.[1];
    return !schema || schema.safeParse(value).success;
  });
  return MessageData.safeParse(Object.fromEntries(validEntries)).data ?? {};
}

/** Parses the steps of an answer, of which none can continue. Counts those that are not valid. */
function parseSteps(json: unknown, leftOut: LeftOutCounter): ToolStep[] {
  const ids = new Set<string>();
  const steps = toList(json).flatMap((item) => {
    const { success, data: step } = ToolStep.safeParse(item);
    if (success && !ids.has(step.id) && ids.size < limits.toolCallsPerAnswer) {
      ids.add(step.id);
      return [step];
    }
    leftOut.add("toolCall", { name: toText(toFields(item).tool) });
    return [];
  });
  return cancelOpenSteps(steps);
}

function parseFolder(json: unknown, skipped: SkippedItem[]): Folder[] {
  const fields = toFields(json);
  const name = toText(fields.name).trim().slice(0, limits.folderNameLength);
  const type: FolderType = fields.type === "prompt" || fields.type === "workflow" ? fields.type : "chat";
  const id = normalizeId(fields.id, () => "");
  if (isBuiltInFolder(id)) return [];
  const folder = Folder.safeParse({
    id,
    name,
    type,
    ...(typeof fields.date === "string" ? { date: fields.date.slice(0, 40) } : {}),
    ...(typeof fields.pinned === "boolean" ? { pinned: fields.pinned } : {}),
  });
  if (folder.success && name !== "" && (typeof fields.id === "string" || typeof fields.id === "number"))
    return [folder.data];
  skipped.push({ name: name || getUnnamedItem(), reason: t`It isn’t a folder.` });
  return [];
}

const promptTypeAliases: Readonly<Record<string, PromptType>> = {
  "output transformer": "output_transformer",
  "follow-up": "follow_up",
  "prefix prompt": "prefix_prompt",
  "root prompt": "root_prompt",
};

function parsePrompt(json: unknown, skipped: SkippedItem[]): PromptTemplate[] {
  const fields = toFields(json);
  const name = toText(fields.name).trim().slice(0, limits.promptNameLength);
  const type = typeof fields.type === "string" ? (promptTypeAliases[fields.type] ?? fields.type) : "prompt";
  const data = sanitizeJson(fields.data);
  const prompt = PromptTemplate.safeParse({
    id: normalizeId(fields.id, () => deriveId(JSON.stringify([name, fields.content]))),
    name,
    description: toText(fields.description).slice(0, limits.promptDescriptionLength),
    content: toText(fields.content),
    folderId: normalizeOptionalId(fields.folderId),
    type: PromptType.safeParse(type).data ?? "prompt",
    ...(typeof fields.groupId === "string" ? { groupId: sanitizeText(fields.groupId) } : {}),
    data: PromptData.safeParse(data).data ?? {},
  });
  if (prompt.success && name !== "") return [prompt.data];
  skipped.push({
    name: name || getUnnamedItem(),
    reason: prompt.success ? t`It has no name.` : t`This prompt is damaged or too long.`,
  });
  return [];
}

const normalizeOptionalId = (value: unknown) =>
  typeof value === "string" || typeof value === "number" ? normalizeId(value, () => "") : null;
