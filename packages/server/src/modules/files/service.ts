export { fileRoutes, openFileAddress } from "./fileAddresses.ts";
export {
  findFilesByTag,
  findReadableFiles,
  type ReadableFile,
  type ResolvedSources,
  resolveDataSources,
} from "./readableFiles.ts";
export { type DocumentContent, readContent, readPreview } from "./readContent.ts";
export { receiveUpload, type UploadBody } from "./receiveUpload.ts";
export { fileContent, fileDownload, fileMetadata, uploadStatus } from "./signedReads.ts";
export { sweepAbandonedUploads } from "./sweepAbandonedUploads.ts";
