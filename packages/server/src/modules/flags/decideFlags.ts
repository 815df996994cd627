import { FlagKey, type FlagName, type FlagReason, type Flags, flagNames, isFlagName } from "@lectern/contract";
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

/** Decides which features of the institution's own programs are on for a person. Pure. */
export function decideCustomFlags(actor: FlagCaller, configured: unknown): Record<string, boolean> {
  const explained = Object.entries(explainCustomFlags(actor, configured));
  return Object.fromEntries(explained.map(([name, { isOn }]) => [name, isOn]));
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
    return configuredFlag ? explainConfigured(actor, configuredFlag) : { isOn: isOnByDefault, reason: everybody };
  };
  return Object.fromEntries(flagNames.map((name) => [name, explain(name)])) as Record<FlagName, ExplainedFlag>;
}

/** Like `decideCustomFlags`, with the reason for each. Pure. */
export function explainCustomFlags(actor: FlagCaller, configured: unknown): Record<string, ExplainedFlag> {
  const custom = Object.entries(parseConfiguredFlags(configured)).filter(([name]) => !isFlagName(name));
  const explained = custom.map(([name, flag]): [string, ExplainedFlag] => [
    name,
    actor.isAdmin ? { isOn: true, reason: { kind: "administrator" } } : explainConfigured(actor, flag),
  ]);
  return Object.fromEntries(explained);
}

function explainConfigured(actor: FlagCaller, flag: z.infer<typeof ConfiguredFlag>): ExplainedFlag {
  const reason = findException(actor, flag);
  return { isOn: flag.enabled !== (reason !== null), reason: reason ?? everybody };
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

/**
 * Returns the flags that are configured in unvalidated JSON, those of the institution's own programs as well. Entries of
 * another form are left out. Pure.
 */
export function parseConfiguredFlags(configured: unknown): Record<string, z.infer<typeof ConfiguredFlag>> {
  const entries = z.safeParse(z.record(z.string(), z.unknown()), configured).data ?? {};
  const flags = Object.entries(entries).flatMap(([name, value]) => {
    const flag = z.safeParse(ConfiguredFlag, value).data;
    return flag && z.safeParse(FlagKey, name).success ? [[name, flag] as const] : [];
  });
  return Object.fromEntries(flags);
}

const isEmailOf = ({ verifiedEmail }: FlagCaller, entry: string) => foldEmail(entry) === verifiedEmail;
