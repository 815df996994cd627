/** What somebody may do with an object, from least to most. The owner has `admin`. */
export const roles = ["use", "read", "write", "admin"] as const;
export type Role = (typeof roles)[number];

/** Returns true if the role is enough. Null: no role at all. Pure. */
export function isRoleEnough(role: Role | null, required: Role): boolean {
  return role !== null && roles.indexOf(role) >= roles.indexOf(required);
}
