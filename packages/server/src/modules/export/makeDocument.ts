import { createReadStream } from "node:fs";
import type { Platform } from "../../core/context.ts";
import { BlobMissing } from "../../platform/blobStore/blobStore.ts";
import type { JobRun } from "../../platform/jobs/jobs.ts";
import { ConversionFailed } from "../../platform/pandoc/documentConverter.ts";
import { listTemplates } from "./exportTemplates.ts";
import { mediaTypes } from "./mediaTypes.ts";
import {
  type Conversion,
  type ConversionClaim,
  claimConversion,
  endConversionClaim,
  findConversion,
} from "./repository.ts";
import { readRequest } from "./storedRequest.ts";

/** Processes that may die over one document. */
const mostDeaths = 2;
const deadly = "The document could not be made: the server ended each time it tried. Choose fewer conversations.";
const serverFault = "The document could not be made because of a fault of the server. Please try again.";
const inputGone = "The document could not be made: what it was to be made of is gone. Please try again.";
const templateGone = "There is no such template any more. Choose another one.";
const mostBytes = 100_000_000;

/** The job that makes a document. What is wrong with the request becomes its state; other errors are thrown, so that it is tried again. */
export function createMakeDocument(platform: Platform): (job: JobRun) => Promise<void> {
  /** Documents that this process is making. */
  const working = new Set<string>();
  return async (job) => {
    const { db, clock, processes } = platform;
    const seen = await findConversion(db, String(job.payload.conversionId));
    if (!seen || !(await isFree(platform, seen, working))) return;
    const claim = await claimConversion(db, seen, processes.id, clock.now());
    if (!claim) return;
    working.add(claim.id);
    try {
      await makeClaimed(platform, seen, claim, job);
    } finally {
      working.delete(claim.id);
    }
  };
}

/** Whether nobody is at it. */
async function isFree({ processes }: Platform, seen: Conversion, working: ReadonlySet<string>): Promise<boolean> {
  if (seen.state === "queued") return true;
  if (seen.state !== "converting") return false;
  const owner = seen.process_id;
  // Of this process, but not at work: what it wrote at the end did not reach the database.
  if (owner === processes.id) return !working.has(seen.id);
  return owner === null || (await processes.deadAmong([owner])).length > 0;
}

async function makeClaimed(platform: Platform, seen: Conversion, claim: ConversionClaim, job: JobRun): Promise<void> {
  const { db, blobs, clock } = platform;
  const fail = async (reason: string) => {
    const isOurs = await endConversionClaim(db, claim, { state: "failed", reason, input_key: null }, clock.now());
    if (isOurs && seen.input_key !== null) await blobs.remove([seen.input_key]);
  };
  if (claim.attempts > mostDeaths + 1) return fail(deadly);
  try {
    const outputKey = await make(platform, seen, claim, job.signal);
    const ended = { state: "ready", output_key: outputKey, input_key: null } as const;
    const isOurs = await endConversionClaim(db, claim, ended, clock.now());
    await blobs.remove(isOurs && seen.input_key !== null ? [seen.input_key] : isOurs ? [] : [outputKey]);
  } catch (error) {
    if (error instanceof ConversionFailed) return fail(error.userMessage);
    if (error instanceof BlobMissing) return fail(inputGone);
    if (job.isLast && !job.signal.aborted) await fail(serverFault);
    else await endConversionClaim(db, claim, { state: "queued", attempts: claim.attempts - 1 }, clock.now());
    throw error;
  }
}

/** Gives the key of the document's blob. */
async function make(
  platform: Platform,
  seen: Conversion,
  claim: ConversionClaim,
  signal: AbortSignal,
): Promise<string> {
  const { blobs, converter } = platform;
  const { title, pieces } = await readRequest(blobs, seen.input_key ?? "missing");
  const templatePath = await pathOfTemplate(platform, seen);
  const made = await converter.convert({ format: seen.format, templatePath, title, pieces, signal });
  try {
    // Of this attempt alone: one that was taken for dead writes elsewhere.
    const key = `conversions/${seen.id}/${claim.attempts}.${seen.format}`;
    await blobs.write(key, createReadStream(made.path), { type: mediaTypes[seen.format], maxBytes: mostBytes, signal });
    return key;
  } finally {
    await made.dispose();
  }
}

async function pathOfTemplate(platform: Platform, { template, format }: Conversion): Promise<string | null> {
  if (template === null) return null;
  const known = (await listTemplates(platform)).find((one) => one.name === template && one.format === format);
  if (!known?.path) throw new ConversionFailed("template", templateGone);
  return known.path;
}
