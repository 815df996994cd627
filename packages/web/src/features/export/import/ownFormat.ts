import {
  Conversation,
  type Conversation as ConversationType,
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
} from "@lectern/contract";
import { joinedMessages } from "../transfer/exportedConversation.ts";
import { cleanJson, cleanText, type Fields, fieldsOf, isObject, listOf, textOf } from "./cleanJson.ts";
import type { ParsedImport, Skipped } from "./importTypes.ts";
import { madeId, soundId } from "./madeId.ts";
import { type GivenMessage, soundTree } from "./soundTree.ts";
import { optionalTime, timeOf } from "./times.ts";

const unnamed = "Something without a name";

/** [C3.29] What a file of version 1 to 4 holds: whatever of it can be read. `given`: an array (version 1), or the object of a later one. */
export function readOwnFormat(given: unknown, now: Date): ParsedImport {
  const file = Array.isArray(given) ? { history: given } : fieldsOf(given);
  const skipped: Skipped[] = [];
  const folders = readEach(listOf(file.folders), skipped, (folder) => readFolder(folder, skipped));
  const prompts = firstOfEach(
    readEach(listOf(file.prompts), skipped, (prompt) => readPrompt(prompt, skipped)),
    skipped,
  );
  const conversations = readEach(listOf(file.history), skipped, (one) => readConversation(one, now, skipped));
  return { kind: "workspace", conversations: firstOfEach(conversations, skipped), folders, prompts, skipped };
}

/** Reads one after the other. One that is beyond reading, as what is nested without end is, does not keep the others out. */
export function readEach<Read>(given: readonly unknown[], skipped: Skipped[], read: (one: unknown) => Read[]): Read[] {
  return given.flatMap((one) => {
    try {
      return read(one);
    } catch {
      const { name, title } = fieldsOf(one);
      skipped.push({ name: (textOf(name) || textOf(title)).slice(0, 200) || unnamed, reason: "It is damaged." });
      return [];
    }
  });
}

/** One file may name one thing twice. */
export function firstOfEach<Named extends { id: string; name: string }>(
  all: readonly Named[],
  skipped: Skipped[],
): Named[] {
  const seen = new Set<string>();
  return all.filter(({ id, name }) => {
    if (!seen.has(id)) return seen.add(id);
    skipped.push({ name, reason: "It is in the file more than once." });
    return false;
  });
}

function readConversation(given: unknown, now: Date, skipped: Skipped[]): ConversationType[] {
  const fields = fieldsOf(given);
  const name = textOf(fields.name).trim().slice(0, limits.conversationNameLength).trim();
  const skip = (reason: string) => {
    skipped.push({ name: name || unnamed, reason });
    return [];
  };
  if (!isObject(given)) return skip("It is no conversation.");
  const tree = fieldsOf(fields.tree);
  const lost = { count: 0 };
  const read = (list: unknown) => listOf(list).flatMap((message, index) => readMessage(message, index, now, lost));
  const shown = read(fields.messages);
  const all = soundTree([...shown, ...read(tree.others)]);
  const messages = joinedMessages(
    all,
    listOf(tree.order).filter((id) => typeof id === "string"),
  );
  if (messages.length === 0 && (name === "" || name === defaultConversationName)) return skip("It has no messages.");
  if (messages.length > limits.messagesPerConversation) return skip("It has too many messages.");
  if (lost.count > 0) {
    skipped.push({ name: name || unnamed, reason: `${lost.count} of its messages could not be read.` });
  }
  const ids = new Set(messages.map(({ id }) => id));
  const headId = [tree.headId, fields.headId, shown.at(-1)?.id].find((id) => typeof id === "string" && ids.has(id));
  const updatedAt = timeOf(fields.updatedAt ?? fields.date, now, now.toISOString());
  const conversation = Conversation.safeParse({
    ...settingsOf(fields),
    id: soundId(fields.id, () => JSON.stringify([name, messages.map(({ content }) => content)])),
    name: name || defaultConversationName,
    messages,
    headId: headId ?? null,
    isLocal: true,
    revision: 0,
    createdAt: timeOf(fields.createdAt ?? fields.date, now, updatedAt),
    updatedAt,
  });
  return conversation.success ? [conversation.data] : skip("It is damaged.");
}

/** What is not as it should be counts as not set. */
function settingsOf(fields: Fields): Record<string, unknown> {
  const shape = Conversation.shape;
  const model = fieldsOf(fields.model);
  const wanted = {
    modelId: fields.modelId ?? model.id ?? fields.model,
    prompt: fields.prompt,
    temperature: fields.temperature,
    maxTokens: fields.maxTokens,
    folderId: idOrNull(fields.folderId),
    tags: fields.tags,
    groupType: fields.groupType,
    codeInterpreterAssistantId: fields.codeInterpreterAssistantId,
    description: fields.description,
    projectId: fields.projectId,
    artifacts: fields.artifacts,
  };
  const sound = Object.entries(wanted).flatMap(([key, value]): [string, unknown][] => {
    const clean = value === undefined ? undefined : cleanJson(value);
    const schema = Object.entries(shape).find(([field]) => field === key)?.[1];
    const parsed = clean === undefined ? null : schema?.safeParse(clean);
    return parsed?.success ? [[key, parsed.data]] : [];
  });
  return Object.fromEntries(sound);
}

function readMessage(given: unknown, index: number, now: Date, lost: { count: number }): GivenMessage[] {
  const fields = fieldsOf(given);
  const role = MessageRole.safeParse(fields.role);
  const content = contentOf(fields.content);
  if (!role.success || content === null || content.length > limits.messageLength) {
    lost.count += 1;
    return [];
  }
  const type = MessageType.safeParse(fields.type);
  const label = textOf(fields.label).slice(0, limits.messageLength);
  const topicData = isObject(fields.topicData) ? fieldsOf(cleanJson(fields.topicData)) : null;
  const parent = fields.parentId;
  return [
    {
      id: soundId(fields.id, () => JSON.stringify([index, role.data, content])),
      ...(parent === undefined ? {} : { parentId: parent === null ? null : soundId(parent, () => "") }),
      role: role.data,
      content,
      ...(label === "" ? {} : { label }),
      ...(type.success ? { type: type.data } : {}),
      data: dataOf(fields.data),
      ...(topicData ? { topicData } : {}),
      ...optionalTime(fields.createdAt, now),
    },
  ];
}

/** Text, or the parts of it that others write; null: there is none. */
function contentOf(content: unknown): string | null {
  if (typeof content === "string") return cleanText(content);
  if (!Array.isArray(content)) return null;
  return content.map((part) => textOf(typeof part === "string" ? part : fieldsOf(part).text)).join("\n\n");
}

/** The known fields that are of their shape, and what the contract does not name. A run of another place cannot be followed. */
function dataOf(given: unknown): Message["data"] {
  const { run: _, ...fields } = fieldsOf(cleanJson(given));
  const sound = Object.entries(fields).filter(([key, value]) => {
    const schema = Object.entries(MessageData.shape).find(([name]) => name === key)?.[1];
    return !schema || schema.safeParse(value).success;
  });
  return MessageData.safeParse(Object.fromEntries(sound)).data ?? {};
}

function readFolder(given: unknown, skipped: Skipped[]): Folder[] {
  const fields = fieldsOf(given);
  const name = textOf(fields.name).trim().slice(0, limits.folderNameLength);
  const type: FolderType = fields.type === "prompt" || fields.type === "workflow" ? fields.type : "chat";
  const id = soundId(fields.id, () => "");
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
  skipped.push({ name: name || unnamed, reason: "It is no folder." });
  return [];
}

const otherTypes: Readonly<Record<string, PromptType>> = {
  "output transformer": "output_transformer",
  "follow-up": "follow_up",
  "prefix prompt": "prefix_prompt",
  "root prompt": "root_prompt",
};

function readPrompt(given: unknown, skipped: Skipped[]): PromptTemplate[] {
  const fields = fieldsOf(given);
  const name = textOf(fields.name).trim().slice(0, limits.promptNameLength);
  const type = typeof fields.type === "string" ? (otherTypes[fields.type] ?? fields.type) : "prompt";
  const data = cleanJson(fields.data);
  const prompt = PromptTemplate.safeParse({
    id: soundId(fields.id, () => madeId(JSON.stringify([name, fields.content]))),
    name,
    description: textOf(fields.description).slice(0, limits.promptDescriptionLength),
    content: textOf(fields.content),
    folderId: idOrNull(fields.folderId),
    type: PromptType.safeParse(type).data ?? "prompt",
    ...(typeof fields.groupId === "string" ? { groupId: cleanText(fields.groupId) } : {}),
    data: PromptData.safeParse(data).data ?? {},
  });
  if (prompt.success && name !== "") return [prompt.data];
  skipped.push({
    name: name || unnamed,
    reason: prompt.success ? "It has no name." : "This prompt is damaged, or too long.",
  });
  return [];
}

const idOrNull = (given: unknown) =>
  typeof given === "string" || typeof given === "number" ? soundId(given, () => "") : null;
