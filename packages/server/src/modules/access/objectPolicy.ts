import { AppError } from "../../core/appError.ts";
import { isRoleEnough, type Role } from "./roles.ts";

/** What may be done to objects of every type that can be shared, from which role on. */
const objectVerbs = { view: "use", share: "admin" } as const satisfies Record<string, Role>;
export type ObjectVerb = keyof typeof objectVerbs;

/** Throws `notFound` if there is no role at all, and `forbidden` if the role is too low. Pure. */
export function authorizeObject(role: Role | null, verb: ObjectVerb): void {
  if (role === null) throw new AppError("notFound");
  if (!isRoleEnough(role, objectVerbs[verb])) throw new AppError("forbidden");
}
