import { saveUserSettings } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { writeUserSettings } from "../repository.ts";

export const saveUserSettingsHandler = implement(saveUserSettings, async (ctx, { settings }) => {
  await writeUserSettings(ctx.db, ctx.actor.userId, settings, ctx.clock.now());
  return {};
});
