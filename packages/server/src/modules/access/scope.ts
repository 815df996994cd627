import { type RawBuilder, sql } from "kysely";
import type { Actor } from "../../core/actor.ts";
import type { GroupLevel } from "../../platform/db/schema.ts";
import { getSubject, type RightsOf, type Subject, selectGroupLevels } from "./memberships.ts";
import { getObjectType, getRequiredRole, getTable, type ObjectType, type VerbOf } from "./objectTypes.ts";
import { isRoleEnough, type Role, roleOfGroupLevel, roles } from "./roles.ts";

declare const ownerIdBrand: unique symbol;
declare const scopeBrand: unique symbol;

// Only this module makes the values that repository functions demand, so that none of them can be called without a
// decision about rights.

/** The owner whose rows a statement may read and write. */
export type OwnerId = string & { readonly [ownerIdBrand]: true };

/** Which objects of a type a statement may read and write: `where` is a condition on the type's table. */
export interface Scope<Type extends ObjectType> {
  readonly [scopeBrand]: Type;
  readonly where: RawBuilder<boolean>;
}

/** What the actor itself owns. */
export function getOwnerId({ principal }: Pick<Actor, "principal">): OwnerId {
  return principal.id as OwnerId;
}

/** What a group owns. The caller has authorized the actor for the group. */
export function getGroupOwnerId(group: { id: string; wireId: string }): OwnerId {
  return group.id as OwnerId;
}

/** What the owner of an assistant owns. The caller has authorized the actor for the assistant. */
export function getOwnerIdOfAssistant(assistant: { ownerId: string }): OwnerId {
  return assistant.ownerId as OwnerId;
}

/** The owner of a row that the server itself has read, for maintenance that is done on nobody's behalf. */
export function getOwnerIdOfRow(row: { owner_id: string }): OwnerId {
  return row.owner_id as OwnerId;
}

/** What this owner has, without what others share. */
export function ownedBy<Type extends ObjectType>(ownerId: OwnerId, type: Type): Scope<Type> {
  return createScope(sql`${sql.ref(`${getTable(type)}.owner_id`)} = ${ownerId} and (${exists(type)})`);
}

/** The objects to which the actor may do this; see `isVisibleTo`. */
export function visibleTo<Type extends ObjectType>(actor: RightsOf, type: Type, verb: VerbOf<Type>): Scope<Type> {
  return createScope(isVisibleTo(getSubject(actor), type, verb));
}

/** The objects that everybody who is signed in may open by their random id. Gives no other right to them. */
export function openByLink<Type extends ObjectType>(type: Type): Scope<Type> {
  return createScope(sql`(${exists(type)} and ${getObjectType(type).link ?? sql<boolean>`false`})`);
}

/**
 * The files of its owner that are attached to the newest version of an assistant, while the actor may read the
 * assistant. The actor gains no right to them elsewhere.
 */
export function attachedTo(actor: RightsOf, assistantId: string): Scope<"file"> {
  const isAttached = (path: string) =>
    sql`jsonb_path_exists(content, ${sql.lit(path)}, jsonb_build_object('id', 's3://' || files.id))`;
  return createScope(sql`exists (
    select from assistants join assistant_versions as versions
      on versions.assistant_id = assistants.id and versions.version = assistants.version
    where assistants.id = ${assistantId} and assistants.owner_id = files.owner_id
      and ${isVisibleTo(getSubject(actor), "assistant", "read")}
      and (${isAttached("$.dataSources[*] ? (@.id == $id)")}
        or ${isAttached("$.data.groupTypeData.*.dataSources[*] ? (@.id == $id)")})
  )`);
}

/**
 * A condition on the type's table: the subject may do this to the object as the owner, by a grant to the subject or to
 * one of the subject's groups, or by the level in the group that owns the object. `groups` names a table expression with
 * `selectGroupLevels` of the subject, if the statement has one.
 */
export function isVisibleTo<Type extends ObjectType>(
  subject: Subject,
  type: Type,
  verb: VerbOf<Type>,
  groups: RawBuilder<unknown> = sql`(${selectGroupLevels(subject)}) as membership (group_id, level)`,
): RawBuilder<boolean> {
  const required = getRequiredRole(type, verb);
  const owner = sql.ref(`${getTable(type)}.owner_id`);
  return sql`(${exists(type)} and (
    ${owner} = ${subject.principalId}
    or exists (
      select from grants where object_type = ${type} and object_id = ${sql.ref(`${getTable(type)}.id`)}
        and role = any(${listRolesFrom(required)}::text[])
        and principal_id = any(array(select ${subject.principalId} union all select group_id from ${groups}))
    )
    or ${isVisibleToMember(type, required, groups)}
  ))`;
}

/**
 * Selects the ids of all objects of a type that `isVisibleTo` can accept for any verb, through indexes, for use inside
 * another statement: that condition alone would read the objects of everybody. `groups` names a table expression with
 * `selectGroupLevels` of the subject.
 */
export function selectRelatedIds(
  { principalId }: Pick<Subject, "principalId">,
  type: ObjectType,
  groups: RawBuilder<unknown>,
): RawBuilder<{ id: string }> {
  const table = sql.table(getTable(type));
  const owner = sql.ref(`${getTable(type)}.owner_id`);
  const principals = sql`any(array(select ${principalId}::text union all select group_id from ${groups}))`;
  return sql<{ id: string }>`
    select ${table}.id from ${table} where ${owner} = ${principals} and ${exists(type)}
    union
    select object_id from grants where object_type = ${sql.lit(type)} and principal_id = ${principals}`;
}

/** Neither list of groups depends on the object, so that a statement computes each once and not for every object. */
function isVisibleToMember(type: ObjectType, required: Role, groups: RawBuilder<unknown>): RawBuilder<boolean> {
  const isOwnedByGroupWith = (levels: readonly GroupLevel[]) => sql<boolean>`
    ${sql.ref(`${getTable(type)}.owner_id`)} in (select group_id from ${groups} where level = any(${[...levels]}::text[]))`;
  const levels = listLevelsFrom(required);
  const condition = getObjectType(type).publication;
  if (!condition || !levels.includes("read")) return isOwnedByGroupWith(levels);
  const higherLevels = levels.filter((level) => level !== "read");
  return sql`(${isOwnedByGroupWith(higherLevels)} or (${condition} and ${isOwnedByGroupWith(["read"])}))`;
}

/** A condition on the type's table: a member of the owning group with this level sees the object. */
export function isVisibleAtLevel(type: ObjectType, level: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${exists(type)} and (${level} <> 'read' or ${isPublished(type)}))`;
}

/**
 * The subject's role for a row of the type's table: `admin` for the owner, else the highest of the grants to the subject
 * and to the subject's groups. The object of a group takes no grants: the level in the group decides. Null if there is
 * none. `groups` names a table expression with `selectGroupLevels` of the subject.
 */
export function selectRole(
  { principalId }: Pick<Subject, "principalId">,
  type: ObjectType,
  groups: RawBuilder<unknown>,
): RawBuilder<Role | null> {
  const table = getTable(type);
  return sql<Role | null>`(${[...roles]}::text[])[(
    select max(rank) from (
      select ${sql.lit(roles.length)} as rank where ${sql.ref(`${table}.owner_id`)} = ${principalId}
      union all
      select ${selectRank(sql`role`)} from grants
      where object_type = ${sql.lit(type)} and object_id = ${sql.ref(`${table}.id`)}
        and (principal_id = ${principalId} or principal_id in (select group_id from ${groups}))
      union all
      select ${selectRank(sql`${sql.lit(JSON.stringify(roleOfGroupLevel))}::jsonb ->> level`)} from ${groups}
      where group_id = ${sql.ref(`${table}.owner_id`)} and (level <> 'read' or ${isPublished(type)})
    ) as candidate where ${exists(type)}
  )]`;
}

const selectRank = (role: RawBuilder<unknown>) => sql`array_position(${[...roles]}::text[], ${role})`;

const exists = (type: ObjectType) => getObjectType(type).existence ?? sql<boolean>`true`;
const isPublished = (type: ObjectType) => getObjectType(type).publication ?? sql<boolean>`true`;

const listRolesFrom = (required: Role): Role[] => roles.filter((role) => isRoleEnough(role, required));

const listLevelsFrom = (required: Role): GroupLevel[] =>
  (["read", "write", "admin"] as const).filter((level) => isRoleEnough(roleOfGroupLevel[level], required));

function createScope<Type extends ObjectType>(where: RawBuilder<unknown>): Scope<Type> {
  return { where } as unknown as Scope<Type>;
}
