import type { Platform } from "../../../core/context.ts";
import { sendIngest } from "./fileArrived.ts";
import { queueAgain, setFileFailure } from "./repository.ts";

/** Takes the text from a file again, where that has failed and may succeed another time; else it leaves all as it is. */
export async function retryDocument(
  platform: Pick<Platform, "db" | "jobs" | "clock">,
  file: { id: string; documentId: string | null },
): Promise<void> {
  if (file.documentId === null) {
    await setFileFailure(platform.db, file.id, null);
  } else if (!(await queueAgain(platform.db, file.documentId, platform.clock.now()))) {
    return;
  }
  await sendIngest(platform, file.id);
}
