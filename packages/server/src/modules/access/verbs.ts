import type { Role } from "./roles.ts";

/** What may be done to objects that can be shared, by type, from which role on. */
export const verbs = {
  file: { read: "read", tag: "write", upload: "write", retry: "write", delete: "write" },
} as const satisfies Record<string, Record<string, Role>>;

export type ObjectType = keyof typeof verbs;
export type VerbOf<Type extends ObjectType> = keyof (typeof verbs)[Type] & string;
