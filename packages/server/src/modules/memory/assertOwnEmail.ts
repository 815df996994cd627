import type { Actor } from "../../core/context.ts";
import { createEmailNotFoundError } from "./errors.ts";

/** Throws `notFound` for the address of anybody else, whether or not somebody has it. */
export function assertOwnEmail({ email }: Pick<Actor, "email">, given: string): void {
  if (email === "" || given.toLowerCase() !== email.toLowerCase()) throw createEmailNotFoundError();
}
