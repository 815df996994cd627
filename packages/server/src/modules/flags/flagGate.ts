import type { Gate } from "../../core/context.ts";
import { assertFlag } from "./service.ts";

/** Rejects a request that uses a feature which is switched off for the caller. */
export const flagGate: Gate = async (platform, actor, { flag }) => {
  if (flag !== undefined) await assertFlag(platform, actor, flag);
};
