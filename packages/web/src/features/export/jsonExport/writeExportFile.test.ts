import { expect, test } from "vitest";
import { getExportFileName, writeExportFile } from "./writeExportFile.ts";

test("[A4.34a] the file name contains month and day", () => {
  expect(getExportFileName(new Date(2026, 10, 21))).toBe("chatbot_ui_history_11-21.json");
  expect(getExportFileName(new Date(2026, 0, 5))).toBe("chatbot_ui_history_1-5.json");
});

test("[C9.14] [A9.05a] an export file has version 4", async () => {
  const file = await writeExportFile({ conversations: noConversations(), folders: [], prompts: [] });
  expect(JSON.parse(await file.text())).toEqual({ version: 4, history: [], folders: [], prompts: [] });
});

async function* noConversations(): AsyncGenerator<[]> {}
