import type { Role } from "./roles.ts";

/** What may be done to objects that can be shared, by type, from which role on. */
export const verbs = {
  assistant: { use: "use", read: "read", readVersions: "write", save: "write", delete: "write", share: "admin" },
  file: { read: "read", tag: "write", upload: "write", retry: "write", delete: "write", share: "admin" },
} as const satisfies Record<string, Record<string, Role>>;

export type ObjectType = keyof typeof verbs;
export type VerbOf<Type extends ObjectType> = keyof (typeof verbs)[Type] & string;

export function getRequiredRole<Type extends ObjectType>(type: Type, verb: VerbOf<Type>): Role {
  // The types of objects have different verbs, so the compiler does not see that each verb has a role.
  const role = (verbs[type] as Record<string, Role>)[verb];
  if (role === undefined) throw new Error(`${type} has no verb ${verb}`);
  return role;
}
