import type { Conversation, Folder, PromptTemplate } from "@lectern/contract";
import { toExportedConversation } from "../../../entities/exports/toExportedConversation.ts";

interface ExportContent {
  /** The conversations, in batches as they are read. */
  conversations: AsyncIterable<readonly Conversation[]>;
  folders: readonly Folder[];
  prompts: readonly PromptTemplate[];
}

/**
 * Writes an export file, version 4. Each batch becomes a blob, which the browser can store outside the page's memory.
 */
export async function writeExportFile({ conversations, folders, prompts }: ExportContent): Promise<Blob> {
  let file = new Blob(['{"version":4,"history":[']);
  let isFirst = true;
  for await (const batch of conversations) {
    const texts = batch.map((conversation) => JSON.stringify(toExportedConversation(conversation)));
    if (texts.length === 0) continue;
    file = new Blob([file, isFirst ? "" : ",\n", texts.join(",\n")]);
    isFirst = false;
  }
  const end = `],"folders":${JSON.stringify(folders)},"prompts":${JSON.stringify(prompts)}}\n`;
  return new Blob([file, end], { type: "application/json" });
}

/** Returns the file name, such as `chatbot_ui_history_11-21.json`. */
export function getExportFileName(now: Date): string {
  return `chatbot_ui_history_${now.getMonth() + 1}-${now.getDate()}.json`;
}
