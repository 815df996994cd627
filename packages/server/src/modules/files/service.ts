export { fileRoutes, openFileAddress } from "./fileAddresses.ts";
export {
  findReadableFiles,
  type ReadableFile,
  resolveDataSources,
} from "./readableFiles.ts";
export { readContent, readPreview } from "./readContent.ts";
export { receiveUpload } from "./receiveUpload.ts";
export { fileContent, fileDownload, fileMetadata, uploadStatus } from "./signedReads.ts";
export { sweepAbandonedUploads } from "./sweepAbandonedUploads.ts";
