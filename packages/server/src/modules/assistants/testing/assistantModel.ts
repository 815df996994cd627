import type { AssistantRole, GroupLevel } from "@lectern/contract";

/** People, groups and assistants are numbers. The first person creates the groups. */
export type Operation =
  | { kind: "create"; actor: number; group: number | null }
  | { kind: "save"; actor: number; assistant: number; isStale: boolean; isPublished: boolean | null }
  | { kind: "restore"; actor: number; assistant: number; version: number }
  | { kind: "delete"; actor: number; assistant: number }
  | { kind: "share"; actor: number; assistant: number; person: number; role: "use" | "read" | "write" }
  | { kind: "shareWithGroup"; actor: number; assistant: number; group: number; role: "use" | "read" | "write" }
  | { kind: "unshare"; actor: number; assistant: number; person: number }
  | { kind: "setLevel"; group: number; person: number; level: GroupLevel }
  | { kind: "leave"; actor: number; group: number }
  | { kind: "setPublic"; group: number; isPublic: boolean }
  | { kind: "deleteGroup"; actor: number; group: number };

/** `ok`, or the code of the error. */
export type Outcome = "ok" | "notFound" | "forbidden" | "conflict" | "invalidInput";

interface ModelAssistant {
  owner: { person: number } | { group: number };
  isPublished: boolean;
  isDeleted: boolean;
  /** The text of each version; the last one is the newest. */
  versions: string[];
  grants: Map<string, "use" | "read" | "write">;
}

/** What the product should do, in plain TypeScript. */
export interface AssistantModel {
  groups: { levels: Map<number, GroupLevel>; isPublic: boolean; isDeleted: boolean }[];
  assistants: ModelAssistant[];
  /** Number of saves, successful or not: the text of each is its number. */
  saves: number;
}

const roles: readonly AssistantRole[] = ["use", "read", "write", "admin"];
const roleOfLevel = { read: "use", write: "write", admin: "admin" } as const;
const isEnough = (role: AssistantRole | null, required: AssistantRole) =>
  role !== null && roles.indexOf(role) >= roles.indexOf(required);

export function createModel(groupCount: number): AssistantModel {
  const createGroup = () => ({ levels: new Map([[0, "admin" as const]]), isPublic: false, isDeleted: false });
  return { groups: Array.from({ length: groupCount }, createGroup), assistants: [], saves: 0 };
}

export function findLevel(model: AssistantModel, person: number, group: number): GroupLevel | null {
  const { levels, isPublic, isDeleted } = model.groups[group] as AssistantModel["groups"][number]; // existing numbers only
  return isDeleted ? null : (levels.get(person) ?? (isPublic ? "read" : null));
}

export function findRole(model: AssistantModel, person: number, number: number): AssistantRole | null {
  const assistant = model.assistants[number];
  if (!assistant || assistant.isDeleted) return null;
  const { owner, grants, isPublished } = assistant;
  if ("group" in owner) {
    const level = findLevel(model, person, owner.group);
    return level === null || (level === "read" && !isPublished) ? null : roleOfLevel[level];
  }
  if (owner.person === person) return "admin";
  const found = [...grants].filter(([recipient]) =>
    recipient.startsWith("p")
      ? recipient === `p${person}`
      : findLevel(model, person, Number(recipient.slice(1))) !== null,
  );
  return found.reduce<AssistantRole | null>((best, [, role]) => (isEnough(best, role) ? best : role), null);
}

/** Applies an operation and returns the expected outcome. A refused operation changes nothing. */
export function applyOperation(model: AssistantModel, operation: Operation): Outcome {
  switch (operation.kind) {
    case "create":
      return create(model, operation);
    case "setLevel":
    case "leave":
    case "setPublic":
    case "deleteGroup":
      return changeGroup(model, operation);
    default:
      return changeAssistant(model, operation);
  }
}

function create(model: AssistantModel, { actor, group }: Extract<Operation, { kind: "create" }>): Outcome {
  model.saves += 1;
  const level = group === null ? null : findLevel(model, actor, group);
  if (group !== null && level === null) return "notFound";
  if (level === "read") return "forbidden";
  const owner = group === null ? { person: actor } : { group };
  const isPublished = group === null;
  const versions = [`text ${model.saves}`];
  model.assistants.push({ owner, isPublished, isDeleted: false, versions, grants: new Map() });
  return "ok";
}

type GroupOperation = Extract<Operation, { kind: "setLevel" | "leave" | "setPublic" | "deleteGroup" }>;

function changeGroup(model: AssistantModel, operation: GroupOperation): Outcome {
  const group = model.groups[operation.group] as AssistantModel["groups"][number]; // existing numbers only
  // The first person stays the only one who cannot be removed, so groups never lose their last administrator.
  const level = findLevel(model, "actor" in operation ? operation.actor : 0, operation.group);
  if (level === null) return "notFound";
  switch (operation.kind) {
    case "setLevel":
      group.levels.set(operation.person, operation.level);
      return "ok";
    case "setPublic":
      group.isPublic = operation.isPublic;
      return "ok";
    case "leave":
      if (!group.levels.has(operation.actor)) return "conflict";
      group.levels.delete(operation.actor);
      return "ok";
    case "deleteGroup":
      if (level !== "admin") return "forbidden";
      group.isDeleted = true;
      for (const assistant of model.assistants) {
        if ("group" in assistant.owner && assistant.owner.group === operation.group) assistant.isDeleted = true;
        assistant.grants.delete(`g${operation.group}`);
      }
      return "ok";
  }
}

type AssistantOperation = Exclude<Operation, GroupOperation | { kind: "create" }>;
const requiredRoles = {
  save: "write",
  restore: "write",
  delete: "write",
  share: "admin",
  shareWithGroup: "admin",
  unshare: "admin",
} as const;

function changeAssistant(model: AssistantModel, operation: AssistantOperation): Outcome {
  const assistant = model.assistants[operation.assistant];
  const role = findRole(model, operation.actor, operation.assistant);
  if (operation.kind === "save") model.saves += 1;
  if (!assistant || role === null) return "notFound";
  if (!isEnough(role, requiredRoles[operation.kind])) return "forbidden";
  const isOfGroup = "group" in assistant.owner;
  switch (operation.kind) {
    case "save":
      if (operation.isStale && assistant.versions.length > 1) return "conflict";
      assistant.versions.push(`text ${model.saves}`);
      if (isOfGroup && operation.isPublished !== null) assistant.isPublished = operation.isPublished;
      return "ok";
    case "restore": {
      const text = assistant.versions[operation.version - 1];
      if (text === undefined) return "notFound";
      assistant.versions.push(text);
      return "ok";
    }
    case "delete":
      assistant.isDeleted = true;
      return "ok";
    case "share":
      if (isOfGroup) return "forbidden";
      if (operation.person !== operation.actor) assistant.grants.set(`p${operation.person}`, operation.role);
      return "ok";
    case "shareWithGroup": {
      if (isOfGroup) return "forbidden";
      const level = findLevel(model, operation.actor, operation.group);
      if (level === null) return "notFound";
      // Everybody sees what is shared with a public group.
      const isForAdmins = model.groups[operation.group]?.isPublic ?? false;
      if (level === "read" || (isForAdmins && level !== "admin")) return "forbidden";
      assistant.grants.set(`g${operation.group}`, operation.role);
      return "ok";
    }
    case "unshare":
      if (isOfGroup) return "forbidden";
      assistant.grants.delete(`p${operation.person}`);
      return "ok";
  }
}
