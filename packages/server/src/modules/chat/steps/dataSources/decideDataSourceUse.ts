import { type DataSourceOptions, defaultDataSourceOptions, type Flags } from "@lectern/contract";

/**
 * How a group of documents is used. With `insert` and `search`, documents that do not fit into the window are searched.
 */
export interface DocumentUse {
  /** Insert whole documents into the context as far as they fit. */
  insert: boolean;
  search: boolean;
  /** Describe each document by one row of a table: name, type, size. */
  metadata: boolean;
}

/** How the data sources of a turn are used. */
export interface DataSourceUse {
  attached: DocumentUse;
  conversation: DocumentUse;
  /** Send images to models that support them. */
  images: boolean;
  /** The model may write links that download a document. */
  downloadLinks: boolean;
}

export interface DataSourceSwitches {
  skipRag: boolean;
  ragOnly: boolean;
  /** Missing options have the defaults of a plain chat. */
  options?: { readonly [Name in keyof DataSourceOptions]?: boolean | undefined } | undefined;
}

const unused: DocumentUse = { insert: false, search: false, metadata: false };
const noUse: DataSourceUse = { attached: unused, conversation: unused, images: false, downloadLinks: false };

/**
 * `skipRag`, or search disabled by the person's flags, turns search off; `ragOnly` turns everything else off. The flag
 * `uploadDocuments` does not matter here: it is about new files only. Pure.
 */
export function decideDataSourceUse(
  { skipRag, ragOnly, options = {} }: DataSourceSwitches,
  flags: Pick<Flags, "ragEnabled">,
): DataSourceUse {
  const isOn = (name: keyof DataSourceOptions) => options[name] ?? defaultDataSourceOptions[name];
  if (isOn("disableDataSources") || (skipRag && ragOnly)) return noUse;
  const maySearch = flags.ragEnabled && !skipRag;
  // Inserted documents are searched too if they do not fit.
  const use = (insert: boolean, search: boolean, metadata: boolean): DocumentUse =>
    ragOnly
      ? { insert: false, search: maySearch, metadata: false }
      : { insert, search: maySearch && (search || insert), metadata };
  return {
    attached: use(
      isOn("insertAttachedDocuments"),
      isOn("ragAttachedDocuments"),
      isOn("insertAttachedDocumentsMetadata"),
    ),
    conversation: use(
      isOn("insertConversationDocuments"),
      isOn("ragConversationDocuments"),
      isOn("insertConversationDocumentsMetadata"),
    ),
    images: !ragOnly,
    downloadLinks: isOn("includeDownloadLinks"),
  };
}
