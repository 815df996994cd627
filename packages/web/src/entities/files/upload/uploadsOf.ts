import { createUploadPorts } from "./uploadPorts.ts";
import { createUploads, type Uploads } from "./uploads.ts";

const byUser = new Map<string, Uploads>();

/** One person's uploads, for as long as the page lasts. */
export function uploadsOf(userId: string): Uploads {
  const known = byUser.get(userId);
  if (known) return known;
  const uploads = createUploads(createUploadPorts(userId));
  byUser.set(userId, uploads);
  addEventListener("online", () => uploads.resume());
  addEventListener("beforeunload", (event) => {
    if (uploads.isBusy()) event.preventDefault();
  });
  return uploads;
}
