import { expect, test } from "vitest";
import { canDownloadSource } from "./canDownloadSource.ts";

// A deliberate deviation: the owner is recognised by the user id in the file's key instead of the email address in the
// content key, because an address may change and content is shared by equal files.
test("[C6.04b] [C2.18] a source's file is offered to its owner and its group, and global content is not", () => {
  const canDownload = (key: string | null, groupId: string | null = null) =>
    canDownloadSource({ key, groupId }, "ann-id");
  expect(canDownload("ann-id/2026-11-21/one.json")).toBe(true);
  expect(canDownload("s3://ann-id/2026-11-21/one.json")).toBe(true);
  expect(canDownload("bob-id/2026-11-21/one.json")).toBe(false);
  expect(canDownload("bob-id/ann-id/one.json")).toBe(false);
  expect(canDownload("Physics_1/2026-11-21/one.json", "Physics_1")).toBe(true);
  expect(canDownload("global/abc.content.json")).toBe(false);
  expect(canDownload("global/abc.content.json", "Physics_1")).toBe(false);
  expect(canDownload(null, "Physics_1")).toBe(false);
  expect(canDownload("ann-id/2026-11-21/one.json", "")).toBe(true);
});
