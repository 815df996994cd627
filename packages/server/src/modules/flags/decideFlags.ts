import { type FlagName, type FlagReason, type Flags, flagNames } from "@lectern/contract";
import * as z from "zod/mini";
import type { Actor } from "../../core/context.ts";
import { foldEmail } from "../../core/email.ts";
import { featureDefaults } from "./featureDefaults.ts";

export type FlagCaller = Pick<Actor, "principal" | "verifiedEmail" | "directoryGroups" | "isAdmin">;

const ConfiguredFlag = z.object({
  enabled: z.boolean(),
  /** Verified email addresses or user ids for which the flag is inverted. */
  userExceptions: z.catch(z.array(z.string()), []),
  /** Names of directory groups for whose members the flag is inverted. */
  amplifyGroupExceptions: z.catch(z.array(z.string()), []),
});

/**
 * Decides which features are on for a person. Unfinished features are off for everyone; all others but the data
 * disclosure are on for administrators. For everybody else, the value of the server's environment (`preset`) applies,
 * or else the configured one (`enabled`, inverted for an exception), or else the default. `configured` is unvalidated
 * JSON of the form `{[flag]: {enabled, userExceptions, amplifyGroupExceptions}}`; entries of another form are ignored.
 * Pure.
 */
export function decideFlags(
  actor: FlagCaller,
  configured: unknown,
  preset: Partial<Record<FlagName, boolean>> = {},
): Flags {
  const explained = explainFlags(actor, configured, preset);
  // `flagNames` contains every flag.
  return Object.fromEntries(flagNames.map((name) => [name, explained[name].isOn])) as Flags;
}

interface ExplainedFlag {
  isOn: boolean;
  reason: FlagReason;
}

/** Like `decideFlags`, with the reason for each. Pure. */
export function explainFlags(
  actor: FlagCaller,
  configured: unknown,
  preset: Partial<Record<FlagName, boolean>> = {},
): Record<FlagName, ExplainedFlag> {
  const configuredFlags = parseConfiguredFlags(configured);
  const explain = (name: FlagName): ExplainedFlag => {
    const { isFinished, isOnByDefault } = featureDefaults[name];
    if (!isFinished) return { isOn: false, reason: everybody };
    // The data disclosure gives nothing but asks for something.
    if (actor.isAdmin && name !== "dataDisclosure") return { isOn: true, reason: { kind: "administrator" } };
    // Nobody else gets the admin interface, even if it is configured.
    if (name === "adminInterface") return { isOn: false, reason: everybody };
    const presetValue = preset[name];
    if (presetValue !== undefined) return { isOn: presetValue, reason: everybody };
    const configuredFlag = configuredFlags[name];
    if (!configuredFlag) return { isOn: isOnByDefault, reason: everybody };
    const reason = findException(actor, configuredFlag);
    return { isOn: configuredFlag.enabled !== (reason !== null), reason: reason ?? everybody };
  };
  return Object.fromEntries(flagNames.map((name) => [name, explain(name)])) as Record<FlagName, ExplainedFlag>;
}

const everybody = { kind: "everybody" } as const satisfies FlagReason;

function findException(
  actor: FlagCaller,
  { userExceptions, amplifyGroupExceptions }: z.infer<typeof ConfiguredFlag>,
): FlagReason | null {
  if (userExceptions.some((entry) => entry === actor.principal.id || isEmailOf(actor, entry)))
    return { kind: "person" };
  const group = amplifyGroupExceptions.find((name) => actor.directoryGroups.includes(name));
  return group === undefined ? null : { kind: "group", name: group };
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

const isEmailOf = ({ verifiedEmail }: FlagCaller, entry: string) => foldEmail(entry) === verifiedEmail;
