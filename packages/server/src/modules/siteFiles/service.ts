export {
  maxSiteUploadMs,
  receiveSiteFile,
  type SiteFileBody,
  SiteUpload,
  siteUploadUrlSeconds,
} from "./receiveSiteFile.ts";
export { removeSiteFileBlobs } from "./removeSiteFile.ts";
export { listSiteFiles, retireOtherFiles, retireSiteFile } from "./repository.ts";
export { getSiteFileKey } from "./siteFileBlobs.ts";
