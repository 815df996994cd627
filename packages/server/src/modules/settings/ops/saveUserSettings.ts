import { saveUserSettings } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { publishBrowserEvent } from "../../browserEvents/service.ts";
import { upsertUserSettings } from "../repository.ts";

export const saveUserSettingsHandler = implement(saveUserSettings, async (ctx, { settings }) => {
  const ownerId = getOwnerId(ctx.actor);
  await upsertUserSettings(ctx.db, ownerId, settings, ctx.clock.now());
  publishBrowserEvent(ctx, ownerId, { type: "settings" });
  return {};
});
