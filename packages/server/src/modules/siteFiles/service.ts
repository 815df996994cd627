export { maxSiteUploadMs, receiveSiteFile, type SiteFileBody } from "./receiveSiteFile.ts";
export { removeSiteFileBlobs } from "./removeSiteFile.ts";
export { deleteOtherFiles, deleteSiteFile, listSiteFiles } from "./repository.ts";
export { getSiteFileKey } from "./siteFileBlobs.ts";
