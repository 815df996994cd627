import { saveUserSettings } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { upsertUserSettings } from "../repository.ts";

export const saveUserSettingsHandler = implement(saveUserSettings, async (ctx, { settings }) => {
  await upsertUserSettings(ctx.db, getOwnerId(ctx.actor), settings, ctx.clock.now());
  return {};
});
