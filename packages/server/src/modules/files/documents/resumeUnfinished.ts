import type { Platform } from "../../../core/context.ts";
import { sweepAbandonedUploads } from "../sweepAbandonedUploads.ts";
import { fileArrived } from "./fileArrived.ts";
import { finishRelease, releaseDocument } from "./releaseDocument.ts";
import {
  listReleasedBefore,
  listUnfinished,
  listUnwanted,
  listWaitingFiles,
  takeFromDead,
  type Unfinished,
} from "./repository.ts";

/** What waits for longer may have lost its job. */
const jobMayBeLostMs = 5 * 60_000;
const releaseTakesMs = 60_000;

/**
 * Takes up what was left unfinished: documents that a dead process was reading, files whose job is gone, releases that were cut off, uploads
 * that never came. `atStart`: also what no file has any more. What living processes do stays as it is.
 */
export async function resumeUnfinished(platform: Platform, when: "atStart" | "beside"): Promise<void> {
  const { db, clock } = platform;
  const before = (ms: number) => new Date(clock.now().getTime() - ms);
  for (const documentId of await listReleasedBefore(db, before(releaseTakesMs))) {
    await finishRelease(platform, documentId);
  }
  const unfinished = await listUnfinished(db);
  const fromDead = await giveUpForDead(platform, unfinished);
  if (when === "atStart") for (const documentId of await listUnwanted(db)) await releaseDocument(platform, documentId);
  const late = before(when === "atStart" ? 0 : jobMayBeLostMs);
  const waiting = unfinished.filter(({ state, since }) => state === "queued" && since <= late);
  const files = new Set([
    ...[...fromDead, ...waiting].flatMap(({ fileId }) => (fileId === null ? [] : [fileId])),
    ...(await listWaitingFiles(db, late)),
  ]);
  for (const fileId of files) await fileArrived(platform, fileId);
  await sweepAbandonedUploads(platform);
  if (fromDead.length > 0) platform.log.info({ documents: fromDead.length }, "reading goes on where a process died");
}

/** Those of the documents that dead processes were reading: they wait again, or go where no file has them. */
async function giveUpForDead(platform: Platform, unfinished: readonly Unfinished[]): Promise<Unfinished[]> {
  const { db, clock, processes } = platform;
  const owners = new Set(unfinished.flatMap(({ processId }) => (processId === null ? [] : [processId])));
  owners.delete(processes.id);
  if (owners.size === 0) return [];
  const dead = new Set(await processes.deadAmong([...owners]));
  const given: Unfinished[] = [];
  for (const document of unfinished) {
    const { documentId, processId } = document;
    if (processId === null || !dead.has(processId)) continue;
    if (!(await takeFromDead(db, documentId, processId, clock.now()))) continue;
    if (document.fileId === null) await releaseDocument(platform, documentId);
    given.push(document);
  }
  return given;
}
