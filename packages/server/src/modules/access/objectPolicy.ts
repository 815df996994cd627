import { AppError } from "../../core/appError.ts";
import { isRoleEnough, type Role } from "./roles.ts";
import { getRequiredRole, type ObjectType, type VerbOf } from "./verbs.ts";

/** Throws `notFound` if there is no role at all, and `forbidden` if the role is too low for the verb. Pure. */
export function authorizeRole<Type extends ObjectType>(role: Role | null, type: Type, verb: VerbOf<Type>): void {
  if (role === null) throw new AppError("notFound");
  if (!isRoleEnough(role, getRequiredRole(type, verb))) throw new AppError("forbidden");
}
