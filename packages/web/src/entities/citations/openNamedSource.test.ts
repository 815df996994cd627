import type { Message } from "@lectern/contract";
import { expect, test } from "vitest";
import { findNamedSource } from "./openNamedSource.ts";

const message = (data: Message["data"]): Message => ({
  id: crypto.randomUUID(),
  parentId: null,
  role: "user",
  content: "",
  data,
  createdAt: "2026-11-21T12:00:00.000Z",
});

test("a document is found by name among attachments and sources, the latest first", () => {
  const withAttachments = message({
    dataSources: [
      { id: "s3://ann/2026-11-20/a.json", name: "notes.pdf" },
      { id: "tag://x", name: "tag:x" },
    ],
  });
  const withSources = message({
    state: {
      sources: {
        rag: {
          sources: [
            {
              content: "",
              name: "notes.pdf",
              key: "ann/2026-11-21/b.json",
              contentKey: null,
              groupId: null,
              type: "application/pdf",
              locations: [],
            },
          ],
        },
      },
    },
  });
  expect(findNamedSource("notes.pdf", [withAttachments])?.id).toBe("ann/2026-11-20/a.json");
  expect(findNamedSource("notes.pdf", [withAttachments, withSources])?.id).toBe("ann/2026-11-21/b.json");
  expect(findNamedSource("tag:x", [withAttachments, withSources])).toBeNull();
  expect(findNamedSource("other.pdf", [withAttachments, withSources])).toBeNull();
});
