export { describeAttachedFiles } from "./attachedFiles.ts";
export { createFileReaper } from "./createFileReaper.ts";
export { deleteFile } from "./deleteFile.ts";
export { markDocumentsUsed } from "./documents/markDocumentsUsed.ts";
export { listContentKeys } from "./documents/repository.ts";
export { type FileRoute, fileRoutes, type OpenedFileUrl, verifyFileUrl } from "./fileUrls.ts";
export { loadDocumentContent, loadPreview } from "./loadDocumentContent.ts";
export { findOwnFiles, getNamedFiles, type NamedFile, provideFiles, receiveFiles } from "./provideFiles.ts";
export { publishFilesOfDocument } from "./publishFiles.ts";
export {
  findFilesOfAssistant,
  findReadableFiles,
  type ReadableFile,
  resolveDataSources,
} from "./readableFiles.ts";
export { reapAbandonedUploads } from "./reapAbandonedUploads.ts";
export { receiveUpload } from "./receiveUpload.ts";
export { reserveStorage } from "./reserveStorage.ts";
export { getFileDownload, getFileMetadata, getUploadStatus, streamFileContent } from "./signedReads.ts";
