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

/** Says what the document contains, such as "Assistant Messages, with the chat name". */
export function describeContents(options: Pick<DownloadOptions, "include" | "includeConversationName">): string {
  const included = getIncludeLabel(options.include);
  return options.includeConversationName ? t`${included}, with the chat name` : t`${included}, without the chat name`;
}
