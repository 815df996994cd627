import { plural } from "@lingui/core/macro";
import { formatList } from "../../lib/i18n/formats.ts";

/** How many items of each kind are exported, imported or shared. */
export interface ItemCounts {
  conversations: number;
  folders: number;
  prompts: number;
}

/**
 * Lists how many items there are, such as `2 chats and 1 folder`. Kinds without items are left out.
 */
export function describeItems({ conversations, folders, prompts }: ItemCounts): string {
  const parts = [
    conversations > 0 && plural(conversations, { one: "# chat", other: "# chats" }),
    folders > 0 && plural(folders, { one: "# folder", other: "# folders" }),
    prompts > 0 && plural(prompts, { one: "# prompt", other: "# prompts" }),
  ];
  return formatList(parts.filter((part) => part !== false));
}
