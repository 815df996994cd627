import type { ConvertInclude } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import type { DownloadOptions } from "./downloadOptions.ts";

export function getIncludeLabel(include: ConvertInclude): string {
  switch (include) {
    case "assistant":
      return t`Assistant Messages`;
    case "user":
      return t`User Prompts`;
    case "all":
      return t`All Messages & Prompts`;
    default:
      return include satisfies never;
  }
}

/** Says what the document contains, such as "Only the answers, with the chat name as the title". */
export function describeContents(options: Pick<DownloadOptions, "include" | "includeConversationName">): string {
  const included = describeIncluded(options.include);
  return options.includeConversationName ? t`${included}, with the chat name as the title` : included;
}

function describeIncluded(include: ConvertInclude): string {
  switch (include) {
    case "assistant":
      return t`Only the answers`;
    case "user":
      return t`Only your messages`;
    case "all":
      return t`All messages`;
    default:
      return include satisfies never;
  }
}
