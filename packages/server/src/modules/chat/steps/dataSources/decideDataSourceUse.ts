import { type DataSourceOptions, defaultDataSourceOptions, type Flags } from "@lectern/contract";

/** What is done with a group of documents. With `insert` and `search`, what does not fit the window is searched. */
export interface DocumentUse {
  /** Whole into the context, where they fit. */
  insert: boolean;
  search: boolean;
  /** Only a line in a table: name, type, size. */
  metadata: boolean;
}

/** How the sources of a question are used. */
export interface DataSourceUse {
  attached: DocumentUse;
  conversation: DocumentUse;
  /** Pictures are shown to models that see. */
  images: boolean;
  /** The model may write links that download a document. */
  downloadLinks: boolean;
}

export interface DataSourceSwitches {
  skipRag: boolean;
  ragOnly: boolean;
  /** What is absent is as in a plain chat. */
  options?: { readonly [Name in keyof DataSourceOptions]?: boolean | undefined } | undefined;
}

const unused: DocumentUse = { insert: false, search: false, metadata: false };
const nothing: DataSourceUse = { attached: unused, conversation: unused, images: false, downloadLinks: false };

/**
 * `skipRag`, and search switched off for the person, leave no search; `ragOnly` leaves
 * nothing else. `uploadDocuments` is about new files: those that are there stay of use without it. Pure.
 */
export function decideDataSourceUse(
  { skipRag, ragOnly, options = {} }: DataSourceSwitches,
  flags: Pick<Flags, "ragEnabled">,
): DataSourceUse {
  const on = (name: keyof DataSourceOptions) => options[name] ?? defaultDataSourceOptions[name];
  if (on("disableDataSources") || (skipRag && ragOnly)) return nothing;
  const maySearch = flags.ragEnabled && !skipRag;
  // What is to be inserted and does not fit is searched too.
  const use = (insert: boolean, search: boolean, metadata: boolean): DocumentUse =>
    ragOnly
      ? { insert: false, search: maySearch, metadata: false }
      : { insert, search: maySearch && (search || insert), metadata };
  return {
    attached: use(on("insertAttachedDocuments"), on("ragAttachedDocuments"), on("insertAttachedDocumentsMetadata")),
    conversation: use(
      on("insertConversationDocuments"),
      on("ragConversationDocuments"),
      on("insertConversationDocumentsMetadata"),
    ),
    images: !ragOnly,
    downloadLinks: on("includeDownloadLinks"),
  };
}
