import type { GrantsTable, GroupLevel } from "../../../platform/db/schema.ts";

/** People and addresses are numbers. A member or recipient is `p1` (person), `e1` (address) or `g1` (group). */
export type Key = string;
type GrantRole = GrantsTable["role"];
type Role = GrantRole | "admin";

interface ModelGroup {
  members: Map<Key, GroupLevel>;
  isPublic: boolean;
  lists: Set<number>;
  isDeleted: boolean;
}

/** What the product should do, in plain TypeScript. Each person owns the file with the same number. */
export interface AccessModel {
  people: { email: number | null; isBlocked: boolean }[];
  /** The one person who is site administrator. */
  siteAdmin: number;
  groups: ModelGroup[];
  lists: { emails: Set<number>; includes: Set<number> }[];
  files: { grants: Map<Key, GrantRole> }[];
}

export type Operation =
  | { kind: "add"; actor: number; group: number; email: number; level: GroupLevel }
  | { kind: "change"; actor: number; group: number; email: number; level: GroupLevel }
  | { kind: "remove"; actor: number; group: number; email: number }
  | { kind: "leave"; actor: number; group: number }
  | { kind: "publish"; actor: number; group: number; isPublic: boolean }
  | { kind: "setLists"; actor: number; group: number; lists: number[] }
  | { kind: "deleteGroup"; actor: number; group: number }
  | { kind: "takeOver"; actor: number; group: number }
  | { kind: "grant"; actor: number; file: number; email: number; role: GrantRole }
  | { kind: "grantToGroup"; actor: number; file: number; group: number; role: GrantRole }
  | { kind: "revoke"; actor: number; file: number; email: number }
  | { kind: "revokeFromGroup"; actor: number; file: number; group: number }
  | { kind: "changeList"; list: number; email: number; isMember: boolean }
  | { kind: "nestLists"; list: number; includes: number[] }
  | { kind: "signIn"; person: number; email: number }
  | { kind: "block"; person: number; successor: number | null }
  | { kind: "unblock"; person: number };

/** `ok`, or the code of the error. */
export type Outcome = "ok" | "notFound" | "forbidden" | "conflict" | "invalidInput";

const levels: readonly GroupLevel[] = ["read", "write", "admin"];
const roles: readonly Role[] = ["use", "read", "write", "admin"];

export const personKey = (person: number): Key => `p${person}`;

export function createModel(peopleCount: number, creators: readonly number[]): AccessModel {
  return {
    people: Array.from({ length: peopleCount }, (_, email) => ({ email, isBlocked: false })),
    siteAdmin: peopleCount - 1,
    groups: creators.map((creator) => ({
      members: new Map([[personKey(creator), "admin" as const]]),
      isPublic: false,
      lists: new Set(),
      isDeleted: false,
    })),
    lists: Array.from({ length: 3 }, () => ({ emails: new Set(), includes: new Set() })),
    files: Array.from({ length: peopleCount }, () => ({ grants: new Map() })),
  };
}

export function findLevel(model: AccessModel, person: number, group: number): GroupLevel | null {
  const { members, isPublic, isDeleted } = model.groups[group] as ModelGroup; // the test uses existing numbers only
  if (isDeleted) return null;
  const isComputed = isPublic || isInLists(model, model.people[person]?.email ?? null, group);
  return members.get(personKey(person)) ?? (isComputed ? "read" : null);
}

export function findRole(model: AccessModel, person: number, file: number): Role | null {
  if (person === file) return "admin";
  const grants = model.files[file]?.grants ?? new Map<Key, GrantRole>();
  const found = [...grants].filter(([key]) => key === personKey(person) || isInGroup(model, person, key));
  return highest(
    roles,
    found.map(([, role]) => role),
  );
}

const isInGroup = (model: AccessModel, person: number, key: Key) =>
  key.startsWith("g") && findLevel(model, person, Number(key.slice(1))) !== null;

function highest<Value>(order: readonly Value[], values: readonly Value[]): Value | null {
  return values.reduce<Value | null>(
    (best, value) => (best === null || order.indexOf(value) > order.indexOf(best) ? value : best),
    null,
  );
}

function isInLists(
  model: AccessModel,
  email: number | null,
  group: number,
  isConsidered: (list: number) => boolean = () => true,
): boolean {
  const lists = [...(model.groups[group]?.lists ?? [])].filter(isConsidered);
  return email !== null && lists.some((list) => containsEmail(model, list, email));
}

function containsEmail(model: AccessModel, list: number, email: number): boolean {
  const { emails, includes } = model.lists[list] ?? { emails: new Set(), includes: new Set<number>() };
  return emails.has(email) || [...includes].some((included) => containsEmail(model, included, email));
}

export function countAdministrators(model: AccessModel, group: number): number {
  return [...(model.groups[group]?.members ?? [])].filter(
    ([key, level]) => level === "admin" && key.startsWith("p") && !model.people[Number(key.slice(1))]?.isBlocked,
  ).length;
}

/** Applies an operation to the model and returns the expected outcome. A refused operation changes nothing. */
export function applyOperation(model: AccessModel, operation: Operation): Outcome {
  switch (operation.kind) {
    case "add":
    case "change":
    case "remove":
    case "leave":
    case "publish":
    case "setLists":
    case "deleteGroup":
    case "takeOver":
      return applyToGroup(model, operation);
    case "grant":
    case "grantToGroup":
    case "revoke":
    case "revokeFromGroup":
      return applyToGrants(model, operation);
    case "changeList": {
      const { emails } = model.lists[operation.list] ?? { emails: new Set() };
      if (operation.isMember) emails.add(operation.email);
      else emails.delete(operation.email);
      return "ok";
    }
    case "nestLists":
      return nestLists(model, operation.list, operation.includes);
    case "signIn":
      return signIn(model, operation.person, operation.email);
    case "block":
      return block(model, operation.person, operation.successor);
    case "unblock": {
      const person = model.people[operation.person];
      if (person) person.isBlocked = false;
      return "ok";
    }
  }
}

type GroupOperation = Extract<Operation, { group: number }> & { file?: never };

function applyToGroup(model: AccessModel, operation: Exclude<GroupOperation, { file: number }>): Outcome {
  const { actor } = operation;
  const group = model.groups[operation.group] as ModelGroup; // the test uses existing numbers only
  const level = findLevel(model, actor, operation.group);
  const isSiteAdmin = actor === model.siteAdmin;
  if (group.isDeleted || (level === null && !isSiteAdmin)) return "notFound";
  const isForSiteAdmins = ["publish", "setLists", "takeOver"].includes(operation.kind);
  const isAllowed = operation.kind === "leave" ? level !== null : level === "admin" && operation.kind !== "takeOver";
  if (!isAllowed && !(isSiteAdmin && isForSiteAdmins)) return "forbidden";
  switch (operation.kind) {
    case "publish":
      group.isPublic = operation.isPublic;
      return "ok";
    case "setLists": {
      const isSelectable = (list: number) => isSiteAdmin || group.lists.has(list) || isInList(model, actor, list);
      if (!operation.lists.every(isSelectable)) return "notFound";
      group.lists = new Set(operation.lists);
      return "ok";
    }
    case "deleteGroup":
      group.isDeleted = true;
      for (const { grants } of model.files) grants.delete(`g${operation.group}`);
      return "ok";
    case "takeOver":
      group.members.set(personKey(actor), "admin");
      return "ok";
    case "add": {
      const key = toKey(model, operation.email);
      if (!group.members.has(key)) group.members.set(key, operation.level);
      return "ok";
    }
    case "change": {
      const key = toKey(model, operation.email);
      if (!group.members.has(key)) return "notFound";
      return changeMember(model, operation.group, key, operation.level);
    }
    case "remove":
      return removeMember(model, operation, toKey(model, operation.email));
    case "leave":
      return removeMember(model, operation, personKey(actor));
  }
}

/** The person with the verified address, or the address itself. */
function toKey(model: AccessModel, email: number): Key {
  const person = model.people.findIndex((each) => each.email === email);
  return person < 0 ? `e${email}` : personKey(person);
}

function removeMember(model: AccessModel, { actor, group }: { actor: number; group: number }, key: Key): Outcome {
  if (model.groups[group]?.members.has(key)) return changeMember(model, group, key, null);
  const number = Number(key.slice(1));
  const email = key.startsWith("e") ? number : (model.people[number]?.email ?? null);
  // Nobody learns whom a list contains that does not contain themselves.
  const isSeen = (list: number) =>
    actor === model.siteAdmin || key === personKey(actor) || isInList(model, actor, list);
  return model.groups[group]?.isPublic || isInLists(model, email, group, isSeen) ? "conflict" : "ok";
}

function isInList(model: AccessModel, person: number, list: number): boolean {
  const email = model.people[person]?.email ?? null;
  return email !== null && containsEmail(model, list, email);
}

function changeMember(model: AccessModel, group: number, key: Key, level: GroupLevel | null): Outcome {
  const members = model.groups[group]?.members ?? new Map<Key, GroupLevel>();
  const levelBefore = members.get(key);
  if (level === null) members.delete(key);
  else members.set(key, level);
  if (countAdministrators(model, group) > 0 || levelBefore === undefined) return "ok";
  members.set(key, levelBefore);
  return "conflict";
}

function applyToGrants(model: AccessModel, operation: Extract<Operation, { file: number }>): Outcome {
  const role = findRole(model, operation.actor, operation.file);
  if (role === null) return "notFound";
  if (role !== "admin") return "forbidden";
  const grants = model.files[operation.file]?.grants ?? new Map<Key, GrantRole>();
  switch (operation.kind) {
    case "grant": {
      const key = toKey(model, operation.email);
      if (key !== personKey(operation.actor)) grants.set(key, operation.role);
      return "ok";
    }
    case "grantToGroup": {
      const group = model.groups[operation.group] as ModelGroup; // the test uses existing numbers only
      const level = findLevel(model, operation.actor, operation.group);
      if (group.isDeleted || (level === null && operation.actor !== model.siteAdmin)) return "notFound";
      if (level !== "admin" && (group.isPublic || level !== "write")) return "forbidden";
      grants.set(`g${operation.group}`, operation.role);
      return "ok";
    }
    case "revoke":
      grants.delete(toKey(model, operation.email));
      return "ok";
    case "revokeFromGroup":
      grants.delete(`g${operation.group}`);
      return "ok";
  }
}

function nestLists(model: AccessModel, list: number, includes: readonly number[]): Outcome {
  const reaches = (from: number, seen = new Set<number>()): boolean => {
    if (from === list) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    return [...(model.lists[from]?.includes ?? [])].some((next) => reaches(next, seen));
  };
  if (includes.some((included) => reaches(included))) return "conflict";
  const changedList = model.lists[list];
  if (changedList) changedList.includes = new Set(includes);
  return "ok";
}

/**
 * A verified sign-in takes the address over and resolves its invitations, of which the higher right wins. The address
 * of a blocked account is not taken over, because it may be the same person with a new account at the provider.
 */
function signIn(model: AccessModel, number: number, email: number): Outcome {
  const person = model.people[number];
  if (!person || person.isBlocked) return "forbidden";
  if (model.people.some((other) => other.email === email && other.isBlocked)) return "forbidden";
  for (const other of model.people) if (other.email === email) other.email = null;
  person.email = email;
  for (const { members } of model.groups) resolve(members, levels, `e${email}`, personKey(number));
  for (const { grants } of model.files) resolve(grants, ["use", "read", "write"], `e${email}`, personKey(number));
  return "ok";
}

function resolve<Right>(rights: Map<Key, Right>, order: readonly Right[], from: Key, to: Key): void {
  const invited = rights.get(from);
  rights.delete(from);
  const best = highest(
    order,
    [invited, rights.get(to)].filter((right) => right !== undefined),
  );
  if (best !== null) rights.set(to, best);
}

function block(model: AccessModel, number: number, successor: number | null): Outcome {
  const person = model.people[number];
  if (!person) return "notFound";
  if (person.isBlocked) return "ok";
  const orphans = model.groups.filter(({ isDeleted, members }, group) => {
    if (isDeleted || members.get(personKey(number)) !== "admin") return false;
    return countAdministrators(model, group) === 1;
  });
  if (orphans.length > 0) {
    if (successor === null) return "conflict";
    if (successor === number || model.people[successor]?.isBlocked) return "invalidInput";
    for (const { members } of orphans) members.set(personKey(successor), "admin");
  }
  person.isBlocked = true;
  return "ok";
}
