import { expect, test } from "vitest";
import { formatOpenCell } from "./formatOpenCell.ts";

test.each([
  ["03/04/25", "2025-03-04"],
  ["04.03.25", "2025-03-04"],
  ["04.03.", "2025-03-04"],
  ["Dienstag, 4. März 2025", "2025-03-04"],
  ["2025年3月4日", "2025-03-04"],
  ["Mar 25", "2025-03"],
  ["März 2025", "2025-03"],
  ["mars 2025", "2025-03"],
  ["марта 2025", "2025-03"],
  ["03/2025", "2025-03"],
  ["2025年3月", "2025-03"],
  ["14:30", "14:30"],
  ["04.03.25 14:30", "2025-03-04 14:30"],
  ["Tuesday", "Tuesday (2025-03-04)"],
  ["Q1", "Q1 (2025-03-04)"],
  ["KW 10", "KW 10 (2025-03-04)"],
  ["KW 10 2025", "KW 10 2025 (2025-03-04)"],
  ["Q4 2025", "Q4 2025 (2025-03-04)"],
  ["2025", "2025 (2025-03-04)"],
  ["March", "March (2025-03-04)"],
])("a date shown as %s is %s", (text, expected) => {
  const attributes = { "office:value-type": "date", "office:date-value": "2025-03-04T14:30:00" };
  expect(formatOpenCell({ attributes, text, comment: "" }).text).toBe(expected);
});
