import { Conversation, Folder, PromptTemplate } from "@lectern/contract";
import { afterEach, expect, test, vi } from "vitest";
import { getExportFileName, writeExportFile } from "./writeExportFile.ts";

afterEach(() => void vi.unstubAllEnvs());

test("[A4.34a] the file name contains month and day, as the person's clock shows them", () => {
  expect(getExportFileName(new Date(2026, 10, 21))).toBe("chatbot_ui_history_11-21.json");
  expect(getExportFileName(new Date(2026, 0, 5))).toBe("chatbot_ui_history_1-5.json");
  vi.stubEnv("TZ", "America/New_York");
  expect(getExportFileName(new Date("2026-12-01T02:00:00Z"))).toBe("chatbot_ui_history_11-30.json");
  vi.stubEnv("TZ", "Asia/Tokyo");
  expect(getExportFileName(new Date("2026-11-30T22:00:00Z"))).toBe("chatbot_ui_history_12-1.json");
});

test("[C3.29] [A3.22] [C9.14] [A9.05a] an export file has version 4 with history, folders and prompts", async () => {
  const conversations = ["c1", "c2", "c3"].map((id) =>
    Conversation.parse({ id, isLocal: true, createdAt: now, updatedAt: now, messages: [] }),
  );
  const folders = [Folder.parse({ id: "f1", name: "Physics", type: "chat" })];
  const prompts = [PromptTemplate.parse({ id: "p1", name: "Explain", content: "Explain it", type: "prompt" })];
  async function* readBatches() {
    yield conversations.slice(0, 2);
    yield conversations.slice(2);
  }
  const file = await writeExportFile({ conversations: readBatches(), folders, prompts });
  expect(JSON.parse(await file.text())).toEqual({ version: 4, history: conversations, folders, prompts });
  const emptyFile = await writeExportFile({ conversations: noConversations(), folders: [], prompts: [] });
  expect(JSON.parse(await emptyFile.text())).toEqual({ version: 4, history: [], folders: [], prompts: [] });
});

const now = "2026-11-21T12:00:00.000Z";

async function* noConversations(): AsyncGenerator<[]> {}
