import type { AdministratorSource, ErasedKind, GroupOfPerson } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { formatDate } from "../../../lib/i18n/formats.ts";

export const formatTime = (time: string): string =>
  formatDate(new Date(time), { dateStyle: "medium", timeStyle: "short" });

export function getSourceText(source: AdministratorSource): string {
  switch (source) {
    case "environment":
      return t`Administrator by the server’s configuration (ADMINS)`;
    case "added":
      return t`Administrator, added in the tab “Configurations”`;
    case "first":
      return t`Administrator, as the first person who signed in`;
    default:
      return source satisfies never;
  }
}

export function getLevelName(level: GroupOfPerson["level"]): string {
  switch (level) {
    case "read":
      return t({ message: "Can chat", comment: "The lowest level of access to a group" });
    case "write":
      return t({ message: "Can edit", comment: "The middle level of access to a group" });
    case "admin":
      return t({ message: "Admin", comment: "The highest level of access to a group" });
    default:
      return level satisfies never;
  }
}

/** Counts things of a kind, such as "3 chats". */
export function countKind(kind: ErasedKind, count: number): string {
  switch (kind) {
    case "conversations":
      return plural(count, { one: "# chat", other: "# chats" });
    case "messages":
      return plural(count, { one: "# message", other: "# messages" });
    case "folders":
      return plural(count, { one: "# folder", other: "# folders" });
    case "prompts":
      return plural(count, { one: "# prompt", other: "# prompts" });
    case "files":
      return plural(count, { one: "# file", other: "# files" });
    case "assistants":
      return plural(count, { one: "# assistant", other: "# assistants" });
    case "artifacts":
      return plural(count, { one: "# saved artifact", other: "# saved artifacts" });
    case "shares":
      return plural(count, { one: "# shared snapshot", other: "# shared snapshots" });
    case "rights":
      return plural(count, { one: "# right given or received", other: "# rights given or received" });
    case "memberships":
      return plural(count, { one: "# membership of a group", other: "# memberships of groups" });
    case "accounts":
      return plural(count, { one: "# account", other: "# accounts" });
    case "apiKeys":
      return plural(count, { one: "# API key", other: "# API keys" });
    case "memories":
      return plural(count, { one: "# memory", other: "# memories" });
    case "memoryProjects":
      return plural(count, { one: "# project of the memory", other: "# projects of the memory" });
    case "qualitySubmissions":
      return plural(count, {
        one: "# submission for quality improvement",
        other: "# submissions for quality improvement",
      });
    case "integrations":
      return plural(count, { one: "# connected integration", other: "# connected integrations" });
    case "sessions":
      return plural(count, { one: "# session", other: "# sessions" });
    case "savedWorkspaces":
      return plural(count, { one: "# workspace of the earlier product", other: "# workspaces of the earlier product" });
    default:
      return kind satisfies never;
  }
}
