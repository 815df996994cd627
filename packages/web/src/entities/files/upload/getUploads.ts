import { createUploadEnvironment } from "./uploadEnvironment.ts";
import { createUploads, type Uploads } from "./uploads.ts";

const byUser = new Map<string, Uploads>();

/** Returns the uploads of a person, which are created once per page. */
export function getUploads(userId: string): Uploads {
  const existing = byUser.get(userId);
  if (existing) return existing;
  const uploads = createUploads(createUploadEnvironment(userId));
  byUser.set(userId, uploads);
  addEventListener("online", () => uploads.resume());
  addEventListener("beforeunload", (event) => {
    if (uploads.isBusy()) event.preventDefault();
  });
  return uploads;
}
