import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  buildTagDataSource,
  type CitedPassage,
  citationGroupTitles,
  defaultDataSourceOptions,
  parseCitations,
  parseDataSourceId,
  parseDataSources,
} from "./dataSources.ts";

describe("a data source's id", () => {
  test("[C3.01] refers to a file with or without the scheme", () => {
    expect(parseDataSourceId("s3://u/2026-11-21/a.json")).toEqual({ kind: "file", key: "u/2026-11-21/a.json" });
    expect(parseDataSourceId("u/2026-11-21/a.json")).toEqual({ kind: "file", key: "u/2026-11-21/a.json" });
    expect(parseDataSourceId("obj://notes")).toEqual({ kind: "inline", name: "notes" });
    expect(parseDataSourceId("https://example.org/a")).toBeNull();
    expect(parseDataSourceId("s3://")).toBeNull();
  });

  test("[C2.49] of a tag gives back the tag, whatever characters it has", () => {
    expect(buildTagDataSource("course a")).toEqual({
      id: "tag://course%20a?ragOnly=true",
      name: "tag:course a",
      type: "amplify/tag",
    });
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (tag) => {
        expect(parseDataSourceId(buildTagDataSource(tag).id)).toEqual({ kind: "tag", tag, ragOnly: true });
      }),
    );
    expect(parseDataSourceId("tag://100%")).toEqual({ kind: "tag", tag: "100%", ragOnly: false });
  });
});

test("[C3.01] a data source has id, name, type, time, tags, tokens, key, group, text, data and metadata, and keeps other fields", () => {
  const source = {
    id: "s3://ann/2026-11-22/a.json",
    name: "a.png",
    type: "image/png",
    createdAt: "2026-11-22T12:00:00.000Z",
    tags: ["law"],
    totalTokens: { openai: 765 },
    key: "ann/2026-11-22/a.json",
    groupId: "Physics_1",
    raw: "The text.",
    data: { any: ["value"] },
    metadata: { isImage: true, totalItems: 3, width: 640 },
    other: 1,
  };
  expect(parseDataSources({ dataSources: [source] })).toEqual([source]);
  for (const field of ["id", "name", "type", "createdAt", "tags", "key", "groupId", "raw", "metadata"]) {
    expect(parseDataSources({ dataSources: [{ ...source, [field]: 1 }] }), field).toEqual([]);
  }
  expect(parseDataSources({ dataSources: [{ ...source, id: "" }] })).toEqual([]);
});

test("the data sources of a message are its well-formed entries, and entries that are just an id", () => {
  expect(parseDataSources({ dataSources: ["d1", { id: "s3://k", name: "a" }, 7, { name: "no id" }] })).toEqual([
    { id: "d1" },
    { id: "s3://k", name: "a" },
  ]);
  expect(parseDataSources(undefined)).toEqual([]);
});

test("[C2.17] [C3.07] the cited passages of an answer are grouped, in order, without malformed entries", () => {
  const source: CitedPassage = {
    index: 1,
    content: "c",
    name: "a.pdf",
    key: "k",
    contentKey: "global/x.content.json",
    groupId: "Physics_1",
    type: "application/pdf",
    locations: [{ page: 3 }, { sheet: "2024", row: 17 }],
  };
  const state = {
    sources: {
      images: { sources: [source] },
      documentContext: { sources: [{ ...source, groupId: null }] },
      rag: { sources: [source, { content: 1 }] },
      other: { sources: [source] },
    },
  };
  expect(parseCitations(state)).toEqual([
    { group: "rag", sources: [source] },
    { group: "documentContext", sources: [{ ...source, groupId: null }] },
    { group: "images", sources: [source] },
  ]);
  const malformedFields = [
    ...["content", "name", "contentKey", "groupId", "type", "locations"].map((field) => ({ [field]: 1 })),
    { locations: [3] },
    { locations: [{ page: [3] }] },
  ];
  for (const malformed of malformedFields) {
    const sources = { rag: { sources: [{ ...source, ...malformed }] } };
    expect(parseCitations({ sources }), JSON.stringify(malformed)).toEqual([]);
  }
  expect(parseCitations({ sources: "none" })).toEqual([]);
  expect(parseCitations(undefined)).toEqual([]);
  expect(citationGroupTitles).toEqual({
    rag: "Document Search Results (RAG)",
    documentContext: "Attached Documents",
    images: "Images",
  });
});

test("[C9.21] [G3.13] the data source options have these defaults unless an assistant overrides them", () => {
  expect(defaultDataSourceOptions).toEqual({
    includeDownloadLinks: false,
    ragAttachedDocuments: false,
    insertAttachedDocuments: true,
    ragConversationDocuments: true,
    insertConversationDocuments: false,
    insertAttachedDocumentsMetadata: false,
    insertConversationDocumentsMetadata: false,
    disableDataSources: false,
  });
});
