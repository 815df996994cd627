import { t } from "@lingui/core/macro";
import type { PluginId } from "../../entities/plugins/plugins.ts";

interface PluginTexts {
  name: string;
  /** What the feature does. */
  title: string;
}

export function getPluginTexts(id: PluginId): PluginTexts {
  switch (id) {
    case "code-interpreter":
      return { name: t`Code interpreter`, title: t`Runs code to calculate and to make files.` };
    case "rag":
      return { name: t`Search in documents`, title: t`Searches documents that are too long to send whole.` };
    case "artifacts":
      return { name: t`Artifacts`, title: t`Opens longer documents, code and drawings beside the chat.` };
    case "smart-focused-messages":
      return {
        name: t`Smart focused messages`,
        title: t`In a long chat, sends only the earlier messages that matter for the question.`,
      };
    default:
      return id satisfies never;
  }
}
