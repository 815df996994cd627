export { conversionRoute } from "./conversionUrl.ts";
export { getConversionDownload } from "./getConversionDownload.ts";
