import { createReadStream } from "node:fs";
import { AppError } from "../../core/appError.ts";
import type { Actor, Platform } from "../../core/context.ts";
import { passGates } from "../../core/gate.ts";
import { BlobNotFoundError } from "../../platform/blobStore/blobStore.ts";
import type { JobRun } from "../../platform/jobs/jobs.ts";
import { ConversionError } from "../../platform/pandoc/documentConverter.ts";
import { loadActor } from "../identity/service.ts";
import { getSiteFileKey } from "../siteFiles/service.ts";
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
  const admission = await admitOwner(platform, conversion.owner_id);
  if (admission.actor === null) return fail(admission.rejection);
  try {
    const outputKey = await convertToBlob(platform, admission.actor, { conversion, claim, signal: job.signal });
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

/** Returns the person, or why they may not have documents created any more. */
async function admitOwner(
  platform: Platform,
  ownerId: string,
): Promise<{ actor: Actor } | { actor: null; rejection: string }> {
  const actor = await loadActor(platform, ownerId, "job");
  if (!actor) return { actor: null, rejection: "This account no longer exists." };
  try {
    await passGates(platform, actor, { keyScopes: ["none"], isDisclosureExempt: false, weight: 0 });
    return { actor };
  } catch (error) {
    if (error instanceof AppError) return { actor: null, rejection: error.userMessage };
    throw error;
  }
}

/** Converts the stored request and stores the document. Returns the document's blob key. */
async function convertToBlob(
  platform: Platform,
  actor: Actor,
  { conversion, claim, signal }: { conversion: Conversion; claim: ConversionClaim; signal: AbortSignal },
): Promise<string> {
  const { blobs, converter } = platform;
  const { title, pieces } = await readStoredRequest(blobs, conversion.input_key ?? "missing");
  const { format } = conversion;
  const document = await withTemplate(platform, actor, conversion, (templatePath) =>
    converter.convert({ format, templatePath, title, sections: pieces, signal }),
  );
  try {
    // Unique to this attempt, because an earlier process that was wrongly presumed dead may still write its document.
    const key = `conversions/${conversion.id}/${claim.attempts}.${format}`;
    await blobs.write(key, createReadStream(document.path), {
      type: mediaTypes[format],
      maxBytes: maxDocumentBytes,
      signal,
    });
    return key;
  } finally {
    await document.dispose();
  }
}

/** Calls `use` with the path of the template; null for the built-in one. Throws if the person may not use it any more. */
async function withTemplate<Result>(
  platform: Platform,
  actor: Actor,
  { template, format }: Conversion,
  use: (path: string | null) => Promise<Result>,
): Promise<Result> {
  if (template === null) return use(null);
  const source = (await listTemplates(platform, actor)).find(
    (candidate) => candidate.name === template && candidate.format === format,
  )?.source;
  switch (source?.kind) {
    case "folder":
      return use(source.path);
    case "uploaded":
      return platform.blobs.withLocalFile(getSiteFileKey(source.siteFileId), use).catch((error: unknown) => {
        if (error instanceof BlobNotFoundError) throw new ConversionError("template", templateMissingMessage);
        throw error;
      });
    default:
      throw new ConversionError("template", templateMissingMessage);
  }
}
