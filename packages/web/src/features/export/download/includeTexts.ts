import type { ConvertInclude } from "@lectern/contract";
import { t } from "@lingui/core/macro";

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
