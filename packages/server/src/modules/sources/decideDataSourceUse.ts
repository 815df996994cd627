import { type DataSourceOptions, defaultDataSourceOptions, type Flags } from "@lectern/contract";
import type { DataSourceSwitches } from "../../core/run/chatTurn.ts";

/** How a group of documents is used. With both `insert` and `search`, documents that are not inserted are searched. */
export interface DocumentUse {
  /** Inserts whole documents into the context, as many as fit into the budget. */
  insert: boolean;
  search: boolean;
  /** Describes each document in one row of a table: name, type and details such as its length. */
  metadata: boolean;
}

/** The uses of a turn's data sources. */
export interface DataSourceUse {
  attached: DocumentUse;
  conversation: DocumentUse;
  /** Sends images to models that support them. */
  images: boolean;
  /** Lets the model write links that download a document. */
  downloadLinks: boolean;
}

const noDocumentUse: DocumentUse = { insert: false, search: false, metadata: false };
const noUse: DataSourceUse = {
  attached: noDocumentUse,
  conversation: noDocumentUse,
  images: false,
  downloadLinks: false,
};

/**
 * Decides how a turn's data sources are used. `skipRag`, or search disabled by the person's flags, turns search off;
 * `ragOnly` turns off insertion, metadata and images. Both switches together, or the option `disableDataSources`, turn
 * off everything. The flag `uploadDocuments` has no effect here because it concerns new files only. Pure.
 */
export function decideDataSourceUse(
  { skipRag, ragOnly, options = {} }: DataSourceSwitches,
  flags: Pick<Flags, "ragEnabled">,
): DataSourceUse {
  const isOn = (name: keyof DataSourceOptions) => options[name] ?? defaultDataSourceOptions[name];
  if (isOn("disableDataSources") || (skipRag && ragOnly)) return noUse;
  const isSearchAllowed = flags.ragEnabled && !skipRag;
  // Documents chosen for insertion are searched if they do not fit.
  const decideUse = (insert: boolean, search: boolean, metadata: boolean): DocumentUse =>
    ragOnly
      ? { insert: false, search: isSearchAllowed, metadata: false }
      : { insert, search: isSearchAllowed && (search || insert), metadata };
  return {
    attached: decideUse(
      isOn("insertAttachedDocuments"),
      isOn("ragAttachedDocuments"),
      isOn("insertAttachedDocumentsMetadata"),
    ),
    conversation: decideUse(
      isOn("insertConversationDocuments"),
      isOn("ragConversationDocuments"),
      isOn("insertConversationDocumentsMetadata"),
    ),
    images: !ragOnly,
    downloadLinks: isOn("includeDownloadLinks"),
  };
}
