import type { FlagName, Flags } from "@lectern/contract";

/** True if the person has one of the flags `names`, or if `names` is undefined. False while the flags are loading. */
export function hasAnyFlag(flags: Flags | undefined, names: readonly FlagName[] | undefined): boolean {
  return names === undefined || names.some((name) => flags?.[name] ?? false);
}
