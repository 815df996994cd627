export { generatedFileRoute, generatedUploadRoute, verifyGeneratedFileUrl } from "./files/generatedFileUrls.ts";
export { openGeneratedFile } from "./files/openGeneratedFile.ts";
export { receiveGeneratedFile } from "./files/receiveGeneratedFile.ts";
export { assertResultFiles } from "./files/resultFiles.ts";
