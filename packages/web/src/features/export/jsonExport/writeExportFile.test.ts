import { expect, test } from "vitest";
import { getExportFileName } from "./writeExportFile.ts";

test("[A4.34a] [C9.14] the file name contains month and day", () => {
  expect(getExportFileName(new Date(2026, 10, 21))).toBe("chatbot_ui_history_11-21.json");
  expect(getExportFileName(new Date(2026, 0, 5))).toBe("chatbot_ui_history_1-5.json");
});
