import type { Platform } from "../../core/context.ts";
import { areVisible } from "../access/service.ts";
import { findActiveCredentials } from "../identity/service.ts";
import { endWork, listWork } from "./ongoingWork.ts";

/**
 * Ends the work in this process whose actor is blocked or gone, or has lost the session or the right to a file. Takes
 * two statements, however much work there is.
 */
export async function endUnauthorizedWork(platform: Platform): Promise<void> {
  const work = [...listWork(platform)];
  if (work.length === 0) return;
  const active = await findActiveCredentials(
    platform,
    work.map(({ actor }) => actor),
  );
  const fileUses = work.flatMap((item) => {
    const actor = active.refresh(item.actor);
    if (actor === null || (item.needsSession && !active.hasSession(actor))) {
      endWork(platform, item);
      return [];
    }
    return item.fileIds.length === 0 ? [] : [{ item, actor, ids: item.fileIds }];
  });
  const areReadable = await areVisible(platform.db, "file", "read", fileUses);
  fileUses.forEach(({ item }, index) => {
    if (!areReadable[index]) endWork(platform, item);
  });
}
