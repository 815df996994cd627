import { type DataSourceOptions, defaultDataSourceOptions } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import { type DataSourceSwitches, type DocumentUse, decideDataSourceUse } from "./decideDataSourceUse.ts";

const plain: DataSourceSwitches = { skipRag: false, ragOnly: false };
const on = { ragEnabled: true };
const use = (insert: boolean, search: boolean, metadata = false): DocumentUse => ({ insert, search, metadata });
const unused = use(false, false);

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
  { name: "a plain chat", attached: use(true, true), conversation: use(false, true) },
  { name: "skipRag", switches: { skipRag: true }, attached: use(true, false), conversation: unused },
  {
    name: "ragOnly",
    switches: { ragOnly: true },
    attached: use(false, true),
    conversation: use(false, true),
    images: false,
  },
  {
    name: "skipRag and ragOnly",
    switches: { skipRag: true, ragOnly: true },
    attached: unused,
    conversation: unused,
    images: false,
  },
  {
    name: "insertAttachedDocuments off",
    options: { insertAttachedDocuments: false },
    attached: unused,
    conversation: use(false, true),
  },
  {
    name: "ragAttachedDocuments in place of insertAttachedDocuments",
    options: { insertAttachedDocuments: false, ragAttachedDocuments: true },
    attached: use(false, true),
    conversation: use(false, true),
  },
  {
    name: "ragConversationDocuments off",
    options: { ragConversationDocuments: false },
    attached: use(true, true),
    conversation: unused,
  },
  {
    name: "insertConversationDocuments",
    options: { insertConversationDocuments: true, ragConversationDocuments: false },
    attached: use(true, true),
    conversation: use(true, true),
  },
  {
    name: "insertConversationDocuments with skipRag",
    switches: { skipRag: true },
    options: { insertConversationDocuments: true },
    attached: use(true, false),
    conversation: use(true, false),
  },
  {
    name: "insertAttachedDocumentsMetadata alone",
    options: { insertAttachedDocuments: false, insertAttachedDocumentsMetadata: true },
    attached: use(false, false, true),
    conversation: use(false, true),
  },
  {
    name: "insertConversationDocumentsMetadata",
    options: { ragConversationDocuments: false, insertConversationDocumentsMetadata: true },
    attached: use(true, true),
    conversation: use(false, false, true),
  },
  {
    name: "ragOnly over all that inserts",
    switches: { ragOnly: true },
    options: { insertConversationDocuments: true, insertAttachedDocumentsMetadata: true },
    attached: use(false, true),
    conversation: use(false, true),
    images: false,
  },
  {
    name: "includeDownloadLinks",
    options: { includeDownloadLinks: true },
    attached: use(true, true),
    conversation: use(false, true),
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
    attached: unused,
    conversation: unused,
    images: false,
  },
];

describe("how data sources are used", () => {
  test.each(rows)("$name", ({ switches, options, attached, conversation, images = true, links = false }) => {
    expect(decideDataSourceUse({ ...plain, ...switches, options }, on)).toEqual({
      attached,
      conversation,
      images,
      downloadLinks: links,
    });
  });

  test.each(rows)("$name: the same without search if the person's flags disable it", (row) => {
    const without = decideDataSourceUse({ ...plain, ...row.switches, options: row.options }, { ragEnabled: false });
    expect(without.attached).toEqual({ ...row.attached, search: false });
    expect(without.conversation).toEqual({ ...row.conversation, search: false });
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
    const withDefaults = decideDataSourceUse({ ...plain, options: defaultDataSourceOptions }, on);
    expect(decideDataSourceUse(plain, on)).toEqual(withDefaults);
    expect(decideDataSourceUse({ ...plain, options: {} }, on)).toEqual(withDefaults);
    expect(decideDataSourceUse({ ...plain, options: { ragAttachedDocuments: undefined } }, on)).toEqual(withDefaults);
  });
});
