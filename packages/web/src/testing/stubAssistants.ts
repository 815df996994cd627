import {
  AssistantContent,
  type AssistantContentInput,
  type AssistantDefinition,
  AssistantSummary,
  createAssistant,
  deleteAssistant,
  type Group,
  getAssistant,
  listAssistantShares,
  listAssistants,
  listAssistantVersions,
  shareAssistant,
  unshareAssistant,
} from "@lectern/contract";
import * as z from "zod/mini";
import { emitBrowserEvent, Failure, getPerson, stubOp } from "./stubServer.ts";

type SharedRole = "use" | "read" | "write";

/** An assistant that the stubbed server stores at first. The fields of its content are those that are saved. */
export type StoredAssistant = AssistantContentInput & {
  assistantId?: string;
  /** The group that it belongs to. */
  group?: Pick<Group, "id" | "name"> | null;
  isPublished?: boolean;
  /** What members of a group may do with it because somebody has shared it with them all, by the id of the group. */
  sharedWith?: Readonly<Record<string, SharedRole>>;
  /** Other fields, such as flags, an owner or who saved the version. */
  fields?: Partial<AssistantDefinition>;
};

/** The assistants of a test. */
export interface StubbedAssistants {
  /** The newest version of the only assistant with this name. */
  get(name: string): AssistantDefinition;
  /** The names of all assistants. */
  listNames(): string[];
  /** Stores an assistant, or with the id of a stored one a version, as somebody else would. The page is told. */
  save(assistant: StoredAssistant): string;
  /** Deletes an assistant, as somebody else would. The page is told. */
  remove(assistantId: string): void;
  /** What a recipient may do with the only assistant with this name; undefined: nothing. */
  getShare(name: string, recipient: string): SharedRole | undefined;
}

interface Row {
  versions: AssistantDefinition[];
  /** By recipient: the id of a group, or an address. */
  shares: Map<string, SharedRole>;
}

/** Answers as a server that stores assistants, starting with these. `groups`: those that their recipients may name. */
export function stubAssistants(
  assistants: readonly StoredAssistant[],
  { groups = [] }: { groups?: readonly Pick<Group, "id" | "name">[] } = {},
): StubbedAssistants {
  const rows = new Map<string, Row>();
  const find = (assistantId: string): Row => {
    const row = rows.get(assistantId);
    if (!row) throw new Failure("This assistant doesn’t exist.", { status: 404, code: "notFound" });
    return row;
  };
  const write = (stored: StoredAssistant): AssistantDefinition => {
    const { assistantId = `astp/${rows.size + 1}-${crypto.randomUUID()}`, sharedWith = {} } = stored;
    const row = rows.get(assistantId) ?? { versions: [], shares: new Map(Object.entries(sharedWith)) };
    const definition = createDefinition({ ...stored, assistantId }, newestOf(row));
    row.versions.push(definition);
    rows.set(assistantId, row);
    return definition;
  };
  for (const assistant of assistants) write(assistant);
  const nameOf = (groupId: string) => groups.find(({ id }) => id === groupId)?.name ?? groupId;
  const summaryOf = ({ versions, shares }: Row) => {
    const definition = newestOf({ versions, shares });
    const ofGroups = [...shares.keys()].filter((id) => groups.some((group) => group.id === id));
    const sharedGroups = ofGroups.map((id) => ({ id, name: nameOf(id) }));
    return z.parse(AssistantSummary, { ...definition, sharedGroups });
  };
  const findByName = (name: string): Row => {
    const [row, ...others] = [...rows.values()].filter((each) => newestOf(each)?.name === name);
    if (!row || others.length > 0)
      throw new Error(`${row ? "several assistants are" : "no assistant is"} called ${name}`);
    return row;
  };

  stubOp(listAssistants, ({ groupId, include }) => {
    const listed = [...rows.values()].flatMap((row) => {
      const summary = summaryOf(row);
      if (groupId === undefined || summary.group?.id === groupId) return [summary];
      const sharedRole = include === "shared" ? row.shares.get(groupId) : undefined;
      return sharedRole ? [{ ...summary, sharedRole }] : [];
    });
    return { assistants: listed.sort((a, b) => a.name.localeCompare(b.name)), nextCursor: null };
  });
  stubOp(getAssistant, ({ assistantId, version }) => {
    const row = find(assistantId);
    const newest = newestOf(row);
    const definition = version === undefined ? newest : row.versions.find((each) => each.version === version);
    if (!definition || !newest) throw new Failure("Not found.", { status: 404, code: "notFound" });
    const isReadable = definition.role !== "use";
    return {
      assistant: summaryOf(row),
      definition: isReadable ? { ...definition, latestVersion: newest.version } : null,
    };
  });
  stubOp(createAssistant, (input) => {
    const { assistantId = null, baseVersion, groupId, isPublished } = input;
    const newest = assistantId === null ? undefined : newestOf(find(assistantId));
    if (newest && baseVersion !== undefined && newest.version > baseVersion)
      throw new Failure("Somebody else has saved it.", { status: 409, code: "conflict" });
    const saved = write({
      ...input,
      ...(assistantId === null ? {} : { assistantId }),
      ...(typeof groupId === "string" ? { group: { id: groupId, name: nameOf(groupId) } } : {}),
      isPublished: isPublished ?? newest?.isPublished ?? typeof groupId !== "string",
    } as StoredAssistant); // absent ids are left out
    return { id: saved.id, assistantId: saved.assistantId, version: saved.version };
  });
  stubOp(deleteAssistant, ({ assistantId }) => {
    find(assistantId);
    rows.delete(assistantId);
    return {};
  });
  stubOp(listAssistantVersions, ({ assistantId }) => ({
    versions: find(assistantId).versions.toReversed(),
    nextBefore: null,
  }));
  stubOp(shareAssistant, ({ assistantId, recipientUsers, accessType }) => {
    for (const recipient of recipientUsers) find(assistantId).shares.set(recipient, accessType ?? "use");
    return {};
  });
  stubOp(unshareAssistant, ({ assistantId, recipientUsers }) => {
    for (const recipient of recipientUsers) find(assistantId).shares.delete(recipient);
    return {};
  });
  stubOp(listAssistantShares, ({ assistantId }) => {
    const shares = [...find(assistantId).shares].map(([id, role]) => {
      const group = groups.find((each) => each.id === id);
      if (group) return { id, kind: "group" as const, name: group.name, email: null, role };
      return { id, kind: "invitation" as const, name: null, email: id, role };
    });
    return { shares, total: shares.length, nextCursor: null };
  });

  return {
    get(name) {
      const newest = newestOf(findByName(name));
      if (!newest) throw new Error("each assistant has a version");
      return newest;
    },
    listNames: () => [...rows.values()].map((row) => newestOf(row)?.name ?? ""),
    save(assistant) {
      const { assistantId } = write(assistant);
      emitBrowserEvent({ type: "assistants" });
      return assistantId;
    },
    remove(assistantId) {
      rows.delete(assistantId);
      emitBrowserEvent({ type: "assistants" });
    },
    getShare: (name, recipient) => findByName(name).shares.get(recipient),
  };
}

const newestOf = (row: Row): AssistantDefinition | undefined => row.versions.at(-1);

/** The next version of an assistant. What the stored one does not say is as in the version before. */
function createDefinition(
  { group: newGroup, fields, ...stored }: StoredAssistant & { assistantId: string },
  before: AssistantDefinition | undefined,
): AssistantDefinition {
  const content = z.parse(AssistantContent, stored);
  const { icon, starters, conversationTags, model, groupTypeData, groupUserTypeQuestion } = content.data;
  const version = (before?.version ?? 0) + 1;
  const group = newGroup ?? before?.group ?? null;
  const savedAt = new Date().toISOString();
  const person = getPerson();
  return {
    ...summaryDefaults,
    ...(before && z.parse(AssistantSummary, before)),
    ...content,
    ...{ icon, starters, conversationTags, model, groupUserTypeQuestion, group },
    id: `${stored.assistantId}/${version}`,
    assistantId: stored.assistantId,
    version,
    latestVersion: version,
    // Nobody shares or copies what belongs to a group.
    noShare: group !== null,
    noCopy: group !== null,
    isPublished: stored.isPublished ?? before?.isPublished ?? group === null,
    updatedAt: savedAt,
    savedAt,
    savedBy: { email: person.email, name: person.name },
    fileKeys: content.dataSources.map(({ id }) => id),
    documents: content.dataSources.map(({ id, name, type }) => ({
      ...{ key: id, name: name ?? id, type: type ?? "text/plain", state: "ready" as const, progress: 100 },
      ...{ reason: null, totalTokens: 3 },
    })),
    data: {
      ...content.data,
      tags: content.tags,
      access: { read: true, write: true },
      groupId: group?.id ?? null,
      groupTypeData: Object.fromEntries(
        Object.entries(groupTypeData).map(([type, data]) => [type, { ...data, documentState: {} }]),
      ),
    },
    ...fields,
  };
}

const summaryDefaults = {
  analysis: null,
  isJudged: false,
  apiHosts: [],
  integrations: [],
  role: "admin" as const,
  sharedGroups: [],
  owner: null,
  isRemovable: false,
  isSystem: false,
  groupTypes: [],
  noEdit: false,
  noDelete: false,
};
