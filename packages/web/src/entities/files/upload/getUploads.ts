import { askBeforeLeaving } from "../../../lib/page/askBeforeLeaving.ts";
import { createUploadEnvironment } from "./uploadEnvironment.ts";
import { createUploads, type Uploads } from "./uploads.ts";

const uploadsByUser = new Map<string, Uploads>();

/** Returns the store of a person's uploads: always the same one while the page is open. */
export function getUploads(userId: string): Uploads {
  const existingUploads = uploadsByUser.get(userId);
  if (existingUploads) return existingUploads;
  const uploads = createUploads(createUploadEnvironment(userId));
  uploadsByUser.set(userId, uploads);
  addEventListener("online", () => uploads.resume());
  askBeforeLeaving(() => uploads.isBusy());
  return uploads;
}
