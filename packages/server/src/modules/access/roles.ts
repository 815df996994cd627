import type { GroupLevel } from "../../platform/db/schema.ts";

/** What somebody may do with an object, from least to most. The owner has `admin`. */
export const roles = ["use", "read", "write", "admin"] as const;
export type Role = (typeof roles)[number];

/** Returns true if the role is enough. Null: no role at all. Pure. */
export function isRoleEnough(role: Role | null, required: Role): boolean {
  return role !== null && roles.indexOf(role) >= roles.indexOf(required);
}

/** What a member may do with the objects of the group. */
export const roleOfGroupLevel = { read: "use", write: "write", admin: "admin" } as const satisfies Record<
  GroupLevel,
  Role
>;
