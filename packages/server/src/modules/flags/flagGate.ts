import type { FlagName } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import type { Gate } from "../../core/context.ts";
import { isFlagOn } from "./service.ts";

const messages: Partial<Record<FlagName, string>> = {
  ragEnabled: "Searching documents is turned off here.",
  storeCloudConversations: "Storing chats in the cloud is turned off.",
  uploadDocuments: "Uploading documents is turned off here.",
};

/** Rejects a request that uses a feature which is switched off for the caller. */
export const flagGate: Gate = async (platform, actor, { flag }) => {
  if (flag === undefined || (await isFlagOn(platform, actor, flag))) return;
  throw new AppError("forbidden", { userMessage: messages[flag] ?? "This feature is turned off." });
};
