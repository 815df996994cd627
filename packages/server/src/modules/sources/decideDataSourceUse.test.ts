import { type DataSourceOptions, defaultDataSourceOptions } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import type { DataSourceSwitches } from "../../core/run/chatTurn.ts";
import { type DocumentUse, decideDataSourceUse } from "./decideDataSourceUse.ts";

const plainSwitches: DataSourceSwitches = { skipRag: false, ragOnly: false };
const on = { ragEnabled: true };
const createUse = (insert: boolean, search: boolean, metadata = false): DocumentUse => ({ insert, search, metadata });
const noDocumentUse = createUse(false, false);

interface Row {
  name: string;
  switches?: Partial<DataSourceSwitches>;
  options?: Partial<DataSourceOptions>;
  attached: DocumentUse;
  conversation: DocumentUse;
  images?: boolean;
  links?: boolean;
}

/** With `insert` and `search`, documents that do not fit are searched. */
const rows: Row[] = [
  { name: "a plain chat", attached: createUse(true, true), conversation: createUse(false, true) },
  { name: "skipRag", switches: { skipRag: true }, attached: createUse(true, false), conversation: noDocumentUse },
  {
    name: "ragOnly",
    switches: { ragOnly: true },
    attached: createUse(false, true),
    conversation: createUse(false, true),
    images: false,
  },
  {
    name: "skipRag and ragOnly",
    switches: { skipRag: true, ragOnly: true },
    attached: noDocumentUse,
    conversation: noDocumentUse,
    images: false,
  },
  {
    name: "insertAttachedDocuments off",
    options: { insertAttachedDocuments: false },
    attached: noDocumentUse,
    conversation: createUse(false, true),
  },
  {
    name: "ragAttachedDocuments in place of insertAttachedDocuments",
    options: { insertAttachedDocuments: false, ragAttachedDocuments: true },
    attached: createUse(false, true),
    conversation: createUse(false, true),
  },
  {
    name: "ragConversationDocuments off",
    options: { ragConversationDocuments: false },
    attached: createUse(true, true),
    conversation: noDocumentUse,
  },
  {
    name: "insertConversationDocuments",
    options: { insertConversationDocuments: true, ragConversationDocuments: false },
    attached: createUse(true, true),
    conversation: createUse(true, true),
  },
  {
    name: "insertConversationDocuments with skipRag",
    switches: { skipRag: true },
    options: { insertConversationDocuments: true },
    attached: createUse(true, false),
    conversation: createUse(true, false),
  },
  {
    name: "insertAttachedDocumentsMetadata alone",
    options: { insertAttachedDocuments: false, insertAttachedDocumentsMetadata: true },
    attached: createUse(false, false, true),
    conversation: createUse(false, true),
  },
  {
    name: "insertConversationDocumentsMetadata",
    options: { ragConversationDocuments: false, insertConversationDocumentsMetadata: true },
    attached: createUse(true, true),
    conversation: createUse(false, false, true),
  },
  {
    name: "ragOnly over all that inserts",
    switches: { ragOnly: true },
    options: { insertConversationDocuments: true, insertAttachedDocumentsMetadata: true },
    attached: createUse(false, true),
    conversation: createUse(false, true),
    images: false,
  },
  {
    name: "includeDownloadLinks",
    options: { includeDownloadLinks: true },
    attached: createUse(true, true),
    conversation: createUse(false, true),
    links: true,
  },
  {
    name: "disableDataSources over everything",
    options: {
      disableDataSources: true,
      insertConversationDocuments: true,
      insertAttachedDocumentsMetadata: true,
      includeDownloadLinks: true,
    },
    attached: noDocumentUse,
    conversation: noDocumentUse,
    images: false,
  },
];

describe("how data sources are used", () => {
  test.each(rows)(
    "[C9.21] [G3.13] $name",
    ({ switches, options, attached, conversation, images = true, links = false }) => {
      expect(decideDataSourceUse({ ...plainSwitches, ...switches, options }, on)).toEqual({
        attached,
        conversation,
        images,
        downloadLinks: links,
      });
    },
  );

  test.each(rows)("$name: the same without search if the person's flags disable it", (row) => {
    const useWithoutSearch = decideDataSourceUse(
      { ...plainSwitches, ...row.switches, options: row.options },
      { ragEnabled: false },
    );
    expect(useWithoutSearch.attached).toEqual({ ...row.attached, search: false });
    expect(useWithoutSearch.conversation).toEqual({ ...row.conversation, search: false });
  });

  test("[C9.21] [G3.13] missing options have their defaults", () => {
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
    const useWithDefaults = decideDataSourceUse({ ...plainSwitches, options: defaultDataSourceOptions }, on);
    expect(decideDataSourceUse(plainSwitches, on)).toEqual(useWithDefaults);
    expect(decideDataSourceUse({ ...plainSwitches, options: {} }, on)).toEqual(useWithDefaults);
    expect(decideDataSourceUse({ ...plainSwitches, options: { ragAttachedDocuments: undefined } }, on)).toEqual(
      useWithDefaults,
    );
  });
});
