import type { BelowSettingsProps, SlotContribution } from "../../entities/chat/slots/chatSlots.ts";
import { lazy } from "../../lib/preload/lazy.ts";

/** The account that pays for a chat, in its settings. */
export const accountSetting: SlotContribution<BelowSettingsProps> = {
  id: "account",
  Component: lazy(() => import("./AccountSetting.tsx").then(({ AccountSetting }) => ({ default: AccountSetting }))),
};
