import { type FlagName, type Flags, flagNames } from "@lectern/contract";
import * as z from "zod/mini";
import type { Actor } from "../../core/context.ts";
import { foldEmail } from "../../core/email.ts";
import { featureDefaults } from "./featureDefaults.ts";

type Caller = Pick<Actor, "principal" | "verifiedEmail" | "directoryGroups" | "isAdmin">;

const ConfiguredFlag = z.object({
  enabled: z.boolean(),
  /** Verified email addresses or user ids for which the flag is inverted. */
  userExceptions: z.catch(z.array(z.string()), []),
  /** Names of directory groups for whose members the flag is inverted. */
  amplifyGroupExceptions: z.catch(z.array(z.string()), []),
});

/**
 * Decides which features are on for a person. Unfinished features are off for everyone; all others but the data
 * disclosure are on for administrators. For everybody else, the configured value (`enabled`, inverted for an exception) applies, or else the
 * default. `configured` is unvalidated JSON of the form `{[flag]: {enabled, userExceptions, amplifyGroupExceptions}}`;
 * entries of another form are ignored. `defaults` goes before the values of `featureDefaults`. Pure.
 */
export function decideFlags(
  actor: Caller,
  configured: unknown,
  defaults: Partial<Record<FlagName, boolean>> = {},
): Flags {
  const configuredFlags = parseConfiguredFlags(configured);
  const isOn = (name: FlagName): boolean => {
    const { isFinished, isOnByDefault } = featureDefaults[name];
    if (!isFinished) return false;
    // The data disclosure gives nothing but asks for something.
    if (actor.isAdmin && name !== "dataDisclosure") return true;
    // Nobody else gets the admin interface, even if it is configured.
    if (name === "adminInterface") return false;
    const configuredFlag = configuredFlags[name];
    if (!configuredFlag) return defaults[name] ?? isOnByDefault;
    return configuredFlag.enabled !== isException(configuredFlag);
  };
  const isException = ({ userExceptions, amplifyGroupExceptions }: z.infer<typeof ConfiguredFlag>) =>
    userExceptions.some((entry) => entry === actor.principal.id || isEmailOf(actor, entry)) ||
    amplifyGroupExceptions.some((name) => actor.directoryGroups.includes(name));
  // `flagNames` contains every flag.
  return Object.fromEntries(flagNames.map((name) => [name, isOn(name)])) as Flags;
}

/** Returns the flags that are configured in unvalidated JSON. Entries of another form are left out. Pure. */
export function parseConfiguredFlags(configured: unknown): Partial<Record<FlagName, z.infer<typeof ConfiguredFlag>>> {
  const entries = z.safeParse(z.record(z.string(), z.unknown()), configured).data ?? {};
  const flags = flagNames.flatMap((name) => {
    const flag = Object.hasOwn(entries, name) ? z.safeParse(ConfiguredFlag, entries[name]).data : undefined;
    return flag ? [[name, flag]] : [];
  });
  return Object.fromEntries(flags);
}

const isEmailOf = ({ verifiedEmail }: Caller, entry: string) => foldEmail(entry) === verifiedEmail;
