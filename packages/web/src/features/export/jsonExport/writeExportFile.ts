import type { Conversation, Folder, PromptTemplate } from "@lectern/contract";
import { toExportedConversation } from "./toExportedConversation.ts";

interface ExportContent {
  /** In steps, as they are read. */
  conversations: AsyncIterable<readonly Conversation[]>;
  folders: readonly Folder[];
  prompts: readonly PromptTemplate[];
}

/** [C3.29] The file of version 4. What has been written leaves the page's memory for the browser's own, step by step. */
export async function writeExportFile({ conversations, folders, prompts }: ExportContent): Promise<Blob> {
  let file = new Blob(['{"version":4,"history":[']);
  let isFirst = true;
  for await (const step of conversations) {
    const texts = step.map((conversation) => JSON.stringify(toExportedConversation(conversation)));
    if (texts.length === 0) continue;
    file = new Blob([file, isFirst ? "" : ",\n", texts.join(",\n")]);
    isFirst = false;
  }
  const rest = `],"folders":${JSON.stringify(folders)},"prompts":${JSON.stringify(prompts)}}\n`;
  return new Blob([file, rest], { type: "application/json" });
}

/** [A4.34a] As in `chatbot_ui_history_11-21.json`. */
export function exportFileName(now: Date): string {
  return `chatbot_ui_history_${now.getMonth() + 1}-${now.getDate()}.json`;
}
