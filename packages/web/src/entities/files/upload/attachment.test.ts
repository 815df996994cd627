import type { FileRecord } from "@lectern/contract";
import { expect, test } from "vitest";
import { createFileAttachment, createRecordAttachment, toDataSource, toUploadedDataSource } from "./attachment.ts";

const key = "ann/2026-11-22/a.json";
const picture: FileRecord = {
  id: key,
  name: "leaf.png",
  type: "image/png",
  createdAt: "2026-11-22T12:00:00.000Z",
  tags: [],
  size: 5,
  state: "ready",
  progress: 100,
  reason: null,
  canRetry: false,
  totalTokens: { openai: 765 },
  totalItems: null,
  isImage: true,
  groupId: null,
  contentKey: null,
};
const source = { id: `s3://${key}`, name: "leaf.png", type: "image/png", key };

test("[C3.01] the data source of a file has a prefixed id, its tokens, and whether it is an image or how many items it has", () => {
  expect(toDataSource(picture)).toEqual({ ...source, totalTokens: { openai: 765 }, metadata: { isImage: true } });
  expect(createRecordAttachment(picture).source).toEqual(toDataSource(picture));
  const text = { ...picture, isImage: false, totalItems: 3, totalTokens: 7 };
  expect(toDataSource(text)).toEqual({ ...source, totalTokens: 7, metadata: { totalItems: 3 } });
});

test("[C3.01] the data source of a file without a record has all that is known of it", () => {
  expect(toUploadedDataSource({ key }, "leaf.png", "image/png", true)).toEqual({
    ...source,
    metadata: { isImage: true },
  });
  expect(toUploadedDataSource({ key }, "leaf.png", "image/png", false)).toEqual({ ...source, metadata: {} });
});

test("[C7.10] a file is uploaded with the type of its name, the browser's type, or application/octet-stream", () => {
  const getType = (name: string, type: string) => createFileAttachment(new File(["x"], name, { type }), name).type;
  expect(getType("a.md", "")).toBe("text/markdown");
  expect(getType("a.unknown", "text/x-unknown")).toBe("text/x-unknown");
  expect(getType("a.unknown", "")).toBe("application/octet-stream");
});
