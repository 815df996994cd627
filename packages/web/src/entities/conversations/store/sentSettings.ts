import type { Conversation } from "@lectern/contract";

const settingNames = [
  "name",
  "modelId",
  "prompt",
  "temperature",
  "maxTokens",
  "accountId",
  "projectId",
  "skipMemory",
  "skipSummaries",
  "folderId",
  "tags",
  "groupType",
  "isPinned",
  "isArchived",
] as const;

/** The settings of a conversation that the cloud stores: those of its first turn, unless they are changed later. */
export type CloudSettings = Pick<Conversation, (typeof settingNames)[number]>;

/** Returns the settings that differ from `sent`; null: none, or nothing was sent. */
export function getChangedSettings(
  sent: CloudSettings | undefined,
  current: CloudSettings,
): Partial<CloudSettings> | null {
  if (!sent) return null;
  const changedNames = settingNames.filter((name) => JSON.stringify(sent[name]) !== JSON.stringify(current[name]));
  if (changedNames.length === 0) return null;
  return Object.fromEntries(changedNames.map((name) => [name, current[name]]));
}
