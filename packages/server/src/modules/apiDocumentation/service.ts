export {
  apiDocumentRoute,
  apiDocumentUploadRoute,
  verifyApiDocumentUpload,
  verifyApiDocumentUrl,
} from "./apiDocumentUrls.ts";
export { openApiDocument } from "./openApiDocument.ts";
export { receiveApiDocument } from "./receiveApiDocument.ts";
