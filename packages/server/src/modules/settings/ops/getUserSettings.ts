import { getUserSettings, UserSettings } from "@lectern/contract";
import * as z from "zod/mini";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { findUserSettings } from "../repository.ts";

/** Returns null if this version cannot parse the settings, because another version may have written them. */
export const getUserSettingsHandler = implement(getUserSettings, async (ctx) => {
  const storedSettings = await findUserSettings(ctx.db, getOwnerId(ctx.actor));
  const parseResult = z.safeParse(z.nullable(UserSettings), storedSettings);
  return { settings: parseResult.success ? parseResult.data : null };
});
