import type { FlagConfig } from "@lectern/contract";

/** A feature that nobody has yet. */
export const createFlag = (): FlagConfig => ({ enabled: false, userExceptions: [], amplifyGroupExceptions: [] });
