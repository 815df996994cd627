import { saveUserSettings } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { upsertUserSettings } from "../repository.ts";

export const saveUserSettingsHandler = implement(saveUserSettings, async (ctx, { settings }) => {
  await upsertUserSettings(ctx.db, ctx.actor.userId, settings, ctx.clock.now());
  return {};
});
