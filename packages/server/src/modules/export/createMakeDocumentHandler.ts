import { createReadStream } from "node:fs";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import { passGates } from "../../core/gate.ts";
import { BlobNotFoundError } from "../../platform/blobStore/blobStore.ts";
import type { JobRun } from "../../platform/jobs/jobs.ts";
import { ConversionError } from "../../platform/pandoc/documentConverter.ts";
import { loadActor } from "../identity/service.ts";
import { listTemplates } from "./exportTemplates.ts";
import { mediaTypes } from "./mediaTypes.ts";
import {
  type Conversion,
  type ConversionClaim,
  claimConversion,
  findConversion,
  finishConversionClaim,
} from "./repository.ts";
import { readStoredRequest } from "./storedRequest.ts";

/** A conversion fails if more processes than this have died while working on it. */
const maxProcessDeaths = 2;
const repeatedCrashMessage =
  "The document couldn’t be created: the server crashed each time it tried. Choose fewer chats.";
const serverErrorMessage = "The document couldn’t be created because of a server error. Please try again.";
const inputMissingMessage = "The document couldn’t be created because its content is missing. Please try again.";
const templateMissingMessage = "This template no longer exists. Choose another one.";
const maxDocumentBytes = 100_000_000;

/**
 * Creates the handler of the job that converts a document. A problem with the request makes the conversion fail. Other
 * errors are thrown so that the job is retried; at the last attempt they also make the conversion fail.
 */
export function createMakeDocumentHandler(platform: Platform): (job: JobRun) => Promise<void> {
  /** Ids of the conversions that this process is working on. */
  const activeIds = new Set<string>();
  return async (job) => {
    const { db, clock, processes } = platform;
    const conversion = await findConversion(db, String(job.payload.conversionId));
    if (!conversion || !(await isClaimable(platform, conversion, activeIds))) return;
    const claim = await claimConversion(db, conversion, processes.id, clock.now());
    if (!claim) return;
    activeIds.add(claim.id);
    try {
      await processClaim(platform, conversion, claim, job);
    } finally {
      activeIds.delete(claim.id);
    }
  };
}

/** Returns true if the conversion is unfinished and no live process is working on it. */
async function isClaimable(
  { processes }: Platform,
  conversion: Conversion,
  activeIds: ReadonlySet<string>,
): Promise<boolean> {
  if (conversion.state === "queued") return true;
  if (conversion.state !== "converting") return false;
  const claimantId = conversion.process_id;
  // If this process holds the claim but is not working on it, its final write did not reach the database.
  if (claimantId === processes.id) return !activeIds.has(conversion.id);
  return claimantId === null || (await processes.findDead([claimantId])).length > 0;
}

async function processClaim(
  platform: Platform,
  conversion: Conversion,
  claim: ConversionClaim,
  job: JobRun,
): Promise<void> {
  const { db, blobs, clock } = platform;
  const fail = async (reason: string) => {
    const isFinished = await finishConversionClaim(
      db,
      claim,
      { state: "failed", reason, input_key: null },
      clock.now(),
    );
    if (isFinished && conversion.input_key !== null) await blobs.remove([conversion.input_key]);
  };
  if (claim.attempts > maxProcessDeaths + 1) return fail(repeatedCrashMessage);
  const rejection = await findRejection(platform, conversion.owner_id);
  if (rejection !== null) return fail(rejection);
  try {
    const outputKey = await convertToBlob(platform, conversion, claim, job.signal);
    const outcome = { state: "ready", output_key: outputKey, input_key: null } as const;
    const isFinished = await finishConversionClaim(db, claim, outcome, clock.now());
    if (!isFinished) await blobs.remove([outputKey]);
    else if (conversion.input_key !== null) await blobs.remove([conversion.input_key]);
  } catch (error) {
    if (error instanceof ConversionError) return fail(error.userMessage);
    if (error instanceof BlobNotFoundError) return fail(inputMissingMessage);
    if (job.isLastAttempt && !job.signal.aborted) await fail(serverErrorMessage);
    else await finishConversionClaim(db, claim, { state: "queued", attempts: claim.attempts - 1 }, clock.now());
    throw error;
  }
}

/** Returns why the person may not have documents created any more; null if they may. */
async function findRejection(platform: Platform, ownerId: string): Promise<string | null> {
  const actor = await loadActor(platform, ownerId, "job");
  if (!actor) return "This account no longer exists.";
  try {
    await passGates(platform, actor, { keyScopes: ["none"], isDisclosureExempt: false, weight: 0 });
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.userMessage;
    throw error;
  }
}

/** Converts the stored request and stores the document. Returns the document's blob key. */
async function convertToBlob(
  platform: Platform,
  conversion: Conversion,
  claim: ConversionClaim,
  signal: AbortSignal,
): Promise<string> {
  const { blobs, converter } = platform;
  const { title, pieces } = await readStoredRequest(blobs, conversion.input_key ?? "missing");
  const templatePath = await getTemplatePath(platform, conversion);
  const document = await converter.convert({
    format: conversion.format,
    templatePath,
    title,
    sections: pieces,
    signal,
  });
  try {
    // Unique to this attempt, because an earlier process that was wrongly presumed dead may still write its document.
    const key = `conversions/${conversion.id}/${claim.attempts}.${conversion.format}`;
    await blobs.write(key, createReadStream(document.path), {
      type: mediaTypes[conversion.format],
      maxBytes: maxDocumentBytes,
      signal,
    });
    return key;
  } finally {
    await document.dispose();
  }
}

async function getTemplatePath(platform: Platform, { template, format }: Conversion): Promise<string | null> {
  if (template === null) return null;
  const exportTemplate = (await listTemplates(platform)).find(
    (candidate) => candidate.name === template && candidate.format === format,
  );
  if (!exportTemplate?.path) throw new ConversionError("template", templateMissingMessage);
  return exportTemplate.path;
}
