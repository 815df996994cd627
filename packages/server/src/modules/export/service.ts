export { conversionRoute, verifyConversionUrl } from "./conversionUrl.ts";
export { getConversionDownload } from "./getConversionDownload.ts";
export { pptxUploadRoute, verifyPptxUpload } from "./pptxTemplates/pptxUploadUrl.ts";
export { receivePptxTemplate } from "./pptxTemplates/receivePptxTemplate.ts";
