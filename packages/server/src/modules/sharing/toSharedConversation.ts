import {
  type CitedPassage,
  type Conversation,
  type ExportedConversation,
  groupArtifacts,
  type JsonObject,
  listBranchVersions,
  type Message,
  type MessageData,
  parseArtifactEntries,
  parseCitations,
  parseDataSourceId,
  parseDataSources,
  parseTopicData,
  searchSummary,
  sharedFileField,
} from "@lectern/contract";
import { runCooperatively } from "../../core/runCooperatively.ts";
import { separateArtifacts } from "../conversations/service.ts";
import { createCitationParser } from "../sources/service.ts";
import type { MapId } from "./createSharedIds.ts";

type SharedSource = Pick<
  Conversation,
  "id" | "name" | "modelId" | "temperature" | "tags" | "createdAt" | "updatedAt" | "artifacts"
> & {
  /** The shown branch. */
  messages: readonly Message[];
};

/** Returns the index of a file in the snapshot; undefined if it is not part of it. */
export type MapFile = (key: string) => number | undefined;

/**
 * Builds the copy of a conversation that leaves its owner: names each field that is copied, so that no key, signature
 * or id of a later feature goes along. The system prompt stays with the owner.
 */
export async function toSharedConversation(
  source: SharedSource,
  mapId: MapId,
  folderId: string | null,
  mapFile: MapFile,
): Promise<ExportedConversation> {
  const { name, modelId, temperature, tags, createdAt, updatedAt } = source;
  const messages = await runCooperatively(toSharedMessages(source, mapId, mapFile));
  const artifacts = await toSharedArtifacts(source, mapId);
  return {
    id: mapId("conversation", source.id),
    name,
    modelId,
    ...(modelId === null ? {} : { model: { id: modelId } }),
    temperature,
    tags,
    folderId,
    prompt: null,
    maxTokens: null,
    isLocal: true,
    groupType: null,
    codeInterpreterAssistantId: null,
    createdAt,
    updatedAt,
    messages,
    headId: messages.at(-1)?.id ?? null,
    revision: 0,
    ...(artifacts && { artifacts }),
  };
}

function* toSharedMessages(source: SharedSource, mapId: MapId, mapFile: MapFile): Generator<void, Message[]> {
  const summary = yield* searchSummary(source.messages);
  const messages: Message[] = [];
  for (const [index, message] of source.messages.entries()) {
    const shared = yield* toSharedMessage(message, mapId, source.messages[index - 1]?.id ?? null, mapFile);
    if (index === summary?.index) {
      // Others may repeat what was deleted. This one stands for all messages before it that have a text.
      const { excludedIds: _, ...sharedSummary } = summary.summary;
      shared.data = { ...shared.data, summary: sharedSummary };
    }
    messages.push(shared);
    yield;
  }
  return messages;
}

/** Returns the artifacts of the shown branch. Who has shared them with the sender stays with the sender. */
async function toSharedArtifacts({ artifacts, messages }: SharedSource, mapId: MapId): Promise<JsonObject | undefined> {
  const shownIds = new Set(messages.map(({ id }) => id));
  const { versions } = await runCooperatively(separateArtifacts(artifacts));
  return groupArtifacts(listBranchVersions(versions, shownIds), ({ messageId, ...version }) => ({
    ...version,
    sharedBy: null,
    messageId: messageId === null ? null : mapId("message", messageId),
  }));
}

function* toSharedMessage(
  message: Message,
  mapId: MapId,
  parentId: string | null,
  mapFile: MapFile,
): Generator<void, Message> {
  const { id, role, content, label, type, data, createdAt } = message;
  const topicData = parseTopicData(message);
  return {
    id: mapId("message", id),
    parentId: parentId === null ? null : mapId("message", parentId),
    role,
    content,
    ...(label === undefined ? {} : { label }),
    ...(type === undefined ? {} : { type }),
    data: yield* toSharedData(data, content, mapFile),
    ...(Object.keys(topicData).length > 0 && { topicData: { ...topicData } }),
    ...(createdAt === undefined ? {} : { createdAt }),
  };
}

function* toSharedData(data: MessageData, content: string, mapFile: MapFile): Generator<void, MessageData> {
  const { reasoning, modelName, notice, end } = data;
  const artifacts = parseArtifactEntries(data);
  // The names say what a question was about. The documents stay with their owner, unless they are shared, too.
  const dataSources = parseDataSources(data).flatMap(({ id, name, type }) => {
    if (!name) return [];
    const file = parseDataSourceId(id);
    const index = file?.kind === "file" ? mapFile(file.key) : undefined;
    return [
      {
        id: `obj://${encodeURIComponent(name)}`,
        name,
        ...(type ? { type } : {}),
        ...(index === undefined ? {} : { [sharedFileField]: index }),
      },
    ];
  });
  const sources = yield* listCitedPassages(data, content);
  return {
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(modelName === undefined ? {} : { modelName }),
    ...(notice === undefined ? {} : { notice }),
    ...(artifacts.length > 0 && { artifacts, artifactStatus: "complete" }),
    ...(end === undefined
      ? {}
      : { end: { end: end.end, ...(end.finishReason && { finishReason: end.finishReason }) } }),
    ...(dataSources.length > 0 && { dataSources }),
    ...(Object.keys(sources).length > 0 && { state: { sources } }),
  };
}

/** Characters that are searched for citations at a time. */
const sliceLength = 50_000;

/** The passages that an answer cites, without what opens their documents. */
function* listCitedPassages(
  data: MessageData,
  content: string,
): Generator<void, Record<string, { sources: CitedPassage[] }>> {
  const received = parseCitations(data.state);
  if (received.length === 0) return {};
  const maxNumber = Math.max(0, ...received.flatMap(({ sources }) => sources.map(({ index = 0 }) => index)));
  const parser = createCitationParser(() => maxNumber);
  const citedNumbers = new Set<number>();
  for (let start = 0; start < content.length; start += sliceLength) {
    for (const number of parser.read(content.slice(start, start + sliceLength))) citedNumbers.add(number);
    yield;
  }
  for (const number of parser.end()) citedNumbers.add(number);
  const groups = received.flatMap(({ group, sources }) => {
    const cited = sources.filter(({ index }) => index !== undefined && citedNumbers.has(index));
    return cited.length === 0 ? [] : [[group, { sources: cited.map(toSharedPassage) }] as const];
  });
  return Object.fromEntries(groups);
}

function toSharedPassage(passage: CitedPassage): CitedPassage {
  const { index, content, headings, name, type, locations, citation } = passage;
  // With a signature, the person may see the passage, but not pass it on.
  const isConfidential = citation !== undefined;
  return {
    ...(index === undefined ? {} : { index }),
    content: isConfidential ? "" : content,
    ...(headings === undefined || isConfidential ? {} : { headings }),
    name,
    key: null,
    contentKey: null,
    groupId: null,
    type,
    locations: isConfidential ? [] : locations,
  };
}
