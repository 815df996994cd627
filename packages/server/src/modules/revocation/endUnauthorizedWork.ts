import type { Actor, Platform } from "../../core/context.ts";
import { areVisible } from "../access/service.ts";
import { findActiveCredentials } from "../identity/service.ts";
import { endWork, listWork, type OngoingWork } from "./ongoingWork.ts";

/** Ends the work in this process whose actor is blocked or gone, or has lost the session or the right to a file. */
export async function endUnauthorizedWork(platform: Platform): Promise<void> {
  const work = [...listWork(platform)];
  if (work.length === 0) return;
  const active = await findActiveCredentials(
    platform,
    work.map(({ actor }) => actor),
  );
  for (const item of work) {
    const actor = active.refresh(item.actor);
    const isActive = actor !== null && (!item.needsSession || active.hasSession(actor));
    if (!isActive || !(await canReadFiles(platform, actor, item))) endWork(platform, item);
  }
}

async function canReadFiles({ db }: Platform, actor: Actor, { fileIds }: OngoingWork): Promise<boolean> {
  return fileIds.length === 0 || areVisible(db, actor, "file", "read", fileIds);
}
