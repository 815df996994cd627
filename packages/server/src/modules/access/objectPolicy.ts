import { AppError } from "../../core/appError.ts";
import { getRequiredRole, type ObjectType, type VerbOf } from "./objectTypes.ts";
import { isRoleEnough, type Role } from "./roles.ts";

/** Throws `notFound` if there is no role at all, and `forbidden` if the role is too low for the verb. Pure. */
export function authorizeRole<Type extends ObjectType>(role: Role | null, type: Type, verb: VerbOf<Type>): void {
  if (role === null) throw new AppError("notFound");
  if (!isVerbAllowed(role, type, verb)) throw new AppError("forbidden");
}

/** Returns true if the role is enough for the verb. Pure. */
export function isVerbAllowed<Type extends ObjectType>(role: Role | null, type: Type, verb: VerbOf<Type>): boolean {
  return isRoleEnough(role, getRequiredRole(type, verb));
}
