export { maxSiteUploadMs, receiveSiteFile, type SiteFileBody } from "./receiveSiteFile.ts";
export { removeSiteFileBlobs } from "./removeSiteFile.ts";
export { deleteOtherFiles, deleteSiteFile, listSiteFiles, type SiteFile } from "./repository.ts";
export { getSiteFileKey } from "./siteFileBlobs.ts";
