import { expect, test } from "vitest";
import { mayDownloadSource } from "./mayDownloadSource.ts";

test("[C6.04b] [C2.18] a source's file is offered to its owner and in its group, and nothing of the global area is", () => {
  const may = (key: string | null, groupId: string | null = null) => mayDownloadSource({ key, groupId }, "ann-id");
  expect(may("ann-id/2026-11-21/one.json")).toBe(true);
  expect(may("s3://ann-id/2026-11-21/one.json")).toBe(true);
  expect(may("bob-id/2026-11-21/one.json")).toBe(false);
  expect(may("bob-id/ann-id/one.json")).toBe(false);
  expect(may("Physics_1/2026-11-21/one.json", "Physics_1")).toBe(true);
  expect(may("global/abc.content.json")).toBe(false);
  expect(may("global/abc.content.json", "Physics_1")).toBe(false);
  expect(may(null, "Physics_1")).toBe(false);
  expect(may("ann-id/2026-11-21/one.json", "")).toBe(true);
});
