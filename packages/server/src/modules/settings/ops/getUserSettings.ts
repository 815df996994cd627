import { getUserSettings, UserSettings } from "@lectern/contract";
import * as z from "zod/mini";
import { implement } from "../../../core/implement.ts";
import { findUserSettings } from "../repository.ts";

/** Settings that this version cannot parse count as never saved: another version may have written them. */
export const getUserSettingsHandler = implement(getUserSettings, async (ctx) => {
  const stored = await findUserSettings(ctx.db, ctx.actor.userId);
  const settings = z.safeParse(z.nullable(UserSettings), stored);
  return { settings: settings.success ? settings.data : null };
});
