import type { RawBuilder } from "kysely";
import type { Schema } from "../../platform/db/schema.ts";
import type { Role } from "./roles.ts";

/**
 * The verbs of each type of objects that can be shared, by the type's name. The file that calls `defineObjectType` adds
 * the type here, so that this module knows no type.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the modules that own the types declare its members
export interface ObjectTypes {}

export type ObjectType = keyof ObjectTypes & string;
export type VerbOf<Type extends ObjectType> = ObjectTypes[Type] & string;

export interface ObjectTypeDefinition<Verb extends string = string> {
  /** Has the columns `id`, unique over all owners, and `owner_id`. */
  table: keyof Schema;
  /** What may be done to an object, from which role on. */
  verbs: Readonly<Record<Verb, Role>>;
  /** What tells browsers that grants of such an object have changed. Absent: only that rights have changed. */
  event?: "assistants" | "shares";
  /** A condition on the table under which an object still exists. Without it, each row is an object. */
  existence?: RawBuilder<boolean>;
  /** A condition on the table under which the object of a group is there for members below `write`, too. */
  publication?: RawBuilder<boolean>;
  /** A condition on the table under which everybody who is signed in may open the object by its id, which is random. */
  link?: RawBuilder<boolean>;
}

// Filled while the modules are imported, and constant afterwards.
const definitions = new Map<string, ObjectTypeDefinition>();

/** Defines a type of objects that can be shared. The owner's `module.ts` imports the file with the definition. */
export function defineObjectType<Verb extends string>(
  type: string,
  definition: ObjectTypeDefinition<Verb>,
): ObjectTypeDefinition<Verb> {
  if (definitions.has(type)) throw new Error(`the type ${type} is defined twice`);
  definitions.set(type, definition);
  return definition;
}

export function getObjectType(type: ObjectType): ObjectTypeDefinition {
  const definition = definitions.get(type);
  if (!definition) throw new Error(`no imported module defines the type ${type}`);
  return definition;
}

/** Returns the table of a type; see `ObjectTypeDefinition`. */
export const getTable = (type: ObjectType): keyof Schema => getObjectType(type).table;

/** Lists the name and the table of every type. */
export const listObjectTables = (): [type: string, table: keyof Schema][] =>
  [...definitions].map(([type, { table }]) => [type, table]);

export function getRequiredRole<Type extends ObjectType>(type: Type, verb: VerbOf<Type>): Role {
  const role = getObjectType(type).verbs[verb];
  if (role === undefined) throw new Error(`${type} has no verb ${verb}`);
  return role;
}
