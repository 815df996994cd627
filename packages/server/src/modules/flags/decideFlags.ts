import { type FlagName, type Flags, flagNames } from "@lectern/contract";
import * as z from "zod/mini";
import type { Actor } from "../../core/context.ts";
import { features } from "./features.ts";

const Setting = z.object({
  enabled: z.boolean(),
  /** E-mails or user ids for whom the flag is the other way round. */
  userExceptions: z.catch(z.array(z.string()), []),
});

/**
 * Which features are on for this person: none that is unfinished; for administrators all others; else what is configured (`enabled`,
 * turned round for an exception) or the default. `configured` is `{[flag]: {enabled, userExceptions}}`, unread; what is not of that
 * shape counts as not configured. Pure.
 */
export function decideFlags(actor: Pick<Actor, "userId" | "email" | "isAdmin">, configured: unknown): Flags {
  const settings = z.safeParse(z.record(z.string(), z.unknown()), configured).data ?? {};
  const isOn = (name: FlagName): boolean => {
    const { finished, byDefault } = features[name];
    if (!finished) return false;
    if (actor.isAdmin) return true;
    // Nobody becomes an administrator by a setting.
    if (name === "adminInterface") return false;
    const setting = z.safeParse(Setting, Object.hasOwn(settings, name) ? settings[name] : undefined).data;
    if (!setting) return byDefault;
    return setting.enabled !== isException(actor, setting.userExceptions);
  };
  // Every name of the union has its entry.
  return Object.fromEntries(flagNames.map((name) => [name, isOn(name)])) as Flags;
}

function isException(actor: Pick<Actor, "userId" | "email">, exceptions: readonly string[]): boolean {
  const email = actor.email.toLowerCase();
  return exceptions.some((entry) => entry === actor.userId || entry.trim().toLowerCase() === email);
}
