export { conversionRoute, verifyConversionUrl } from "./conversionUrl.ts";
export { getConversionDownload } from "./getConversionDownload.ts";
