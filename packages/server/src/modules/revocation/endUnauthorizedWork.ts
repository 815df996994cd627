import type { Platform } from "../../core/context.ts";
import { areVisible } from "../access/service.ts";
import { findActiveCredentials } from "../identity/service.ts";
import { endWork, listWork } from "./ongoingWork.ts";

/**
 * Ends the work in this process whose actor is blocked or gone, or has lost the session or the right to a file or an
 * assistant. Takes at most three statements, however much work there is.
 */
export async function endUnauthorizedWork(platform: Platform): Promise<void> {
  const work = [...listWork(platform)];
  if (work.length === 0) return;
  const active = await findActiveCredentials(
    platform,
    work.map(({ actor }) => actor),
  );
  const permitted = work.flatMap((item) => {
    const actor = active.refresh(item.actor);
    if (actor === null || (item.needsSession && !active.hasSession(actor))) {
      endWork(platform, item);
      return [];
    }
    return [{ item, actor }];
  });
  const fileUses = permitted.flatMap(({ item, actor }) =>
    item.fileIds.length === 0 ? [] : [{ item, actor, ids: item.fileIds }],
  );
  const assistantUses = permitted.flatMap(({ item, actor }) =>
    item.assistantId === null ? [] : [{ item, actor, ids: [item.assistantId] }],
  );
  const [areReadable, areUsable] = await Promise.all([
    areVisible(platform.db, "file", "read", fileUses),
    areVisible(platform.db, "assistant", "use", assistantUses),
  ]);
  const denied = [
    ...fileUses.filter((_use, index) => !areReadable[index]),
    ...assistantUses.filter((_use, index) => !areUsable[index]),
  ];
  for (const item of new Set(denied.map((use) => use.item))) endWork(platform, item);
}
