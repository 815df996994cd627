import { compressTextIncrementally, Id } from "@lectern/contract";
import * as z from "zod/mini";
import { AppError } from "../../core/appError.ts";
import type { Actor, Platform } from "../../core/context.ts";
import { runCooperatively } from "../../core/runCooperatively.ts";
import { getOwnerId, type OwnerId } from "../access/service.ts";
import { findFolders } from "../prompts/service.ts";
import { runHeavyCall } from "../requestRates/service.ts";
import { listVersions } from "./artifacts/repository.ts";
import { listMessages } from "./messages/repository.ts";
import { presentFolder, presentListEntry, presentWholeConversation } from "./present.ts";
import { findConversation, listConversationRange } from "./repository.ts";

/** What the person for whom a URL was signed may read, and until when. */
const Claim = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("all"), ownerId: z.string(), fromId: Id, toId: Id, expiresAt: z.number() }),
  z.object({ kind: z.literal("empty"), ownerId: z.string(), fromId: Id, toId: Id, expiresAt: z.number() }),
  z.object({ kind: z.literal("whole"), ownerId: z.string(), ids: z.array(Id), expiresAt: z.number() }),
]);
type Claim = z.infer<typeof Claim>;
export type SignedPageClaim = Claim;

export const signedPagesPath = "/signed/conversations";
const lifetimeMs = 60 * 60 * 1_000;
const entriesPerListPage = 400;
const conversationsPerWholePage = 100;
/** Maximum characters of the ids in one URL, because servers reject long URLs. */
const maxIdsLength = 4_500;

/** Creates URLs of pages that list these conversations. `ids` must be in the database's order. */
export function signListPages(
  platform: Platform,
  ownerId: OwnerId,
  kind: "all" | "empty",
  ids: readonly string[],
): string[] {
  const expiresAt = platform.clock.now().getTime() + lifetimeMs;
  const urls: string[] = [];
  for (let start = 0; start < ids.length; start += entriesPerListPage) {
    const pageIds = ids.slice(start, start + entriesPerListPage);
    const [fromId, toId] = [pageIds[0], pageIds.at(-1)];
    if (fromId !== undefined && toId !== undefined)
      urls.push(signClaim(platform, { kind, ownerId, fromId, toId, expiresAt }));
  }
  return urls;
}

/** Creates URLs of pages that contain these conversations in full. */
export function signWholePages(platform: Platform, ownerId: OwnerId, ids: readonly string[]): string[] {
  const expiresAt = platform.clock.now().getTime() + lifetimeMs;
  const pages: string[][] = [];
  let idsLength = 0;
  for (const id of ids) {
    const pageIds = pages.at(-1);
    if (pageIds && pageIds.length < conversationsPerWholePage && idsLength + id.length <= maxIdsLength)
      pageIds.push(id);
    else {
      pages.push([id]);
      idsLength = 0;
    }
    idsLength += id.length + 3;
  }
  return pages.map((pageIds) => signClaim(platform, { kind: "whole", ownerId, ids: pageIds, expiresAt }));
}

function signClaim(platform: Platform, claim: Claim): string {
  const encodedClaim = Buffer.from(JSON.stringify(claim)).toString("base64url");
  return `${signedPagesPath}?claim=${encodedClaim}&signature=${platform.secrets.sign("signedUrls", buildSignedText(encodedClaim))}`;
}

/** The path distinguishes these URLs from others that are signed with the same key. */
const buildSignedText = (encodedClaim: string) => `${signedPagesPath}?${encodedClaim}`;

/** Verifies a signed URL. Throws `forbidden` if it was modified or has expired. */
export function verifySignedPage(platform: Platform, encodedClaim: string, signature: string): SignedPageClaim {
  const isValid = platform.secrets.verify("signedUrls", buildSignedText(encodedClaim), signature);
  const parsedClaim = isValid
    ? z.parse(Claim, JSON.parse(Buffer.from(encodedClaim, "base64url").toString("utf8")))
    : null;
  if (!parsedClaim || parsedClaim.expiresAt <= platform.clock.now().getTime()) {
    throw new AppError("forbidden", {
      userMessage: "This link has expired or was modified. Please request a new one.",
    });
  }
  return parsedClaim;
}

/** Streams the page of a verified URL as JSON text, until the signal aborts. `actor`: for whom the URL was signed. */
export function readSignedPage(
  platform: Platform,
  actor: Actor,
  claim: SignedPageClaim,
  signal: AbortSignal,
): AsyncIterable<string> {
  const ownerId = getOwnerId(actor);
  return claim.kind === "whole"
    ? streamWholePage(platform, ownerId, claim.ids, signal)
    : streamListPage(platform, ownerId, claim);
}

async function* streamListPage(
  platform: Platform,
  ownerId: OwnerId,
  { kind, fromId, toId }: Exclude<Claim, { kind: "whole" }>,
): AsyncIterable<string> {
  const rows = await listConversationRange(
    platform.db,
    ownerId,
    { fromId, toId, emptyOnly: kind === "empty" },
    entriesPerListPage,
  );
  if (kind === "empty") {
    yield JSON.stringify(rows.map(presentListEntry));
    return;
  }
  const folderIds = [...new Set(rows.flatMap((row) => (row.folder_id === null ? [] : [row.folder_id])))];
  const folders = await findFolders(platform.db, ownerId, folderIds);
  yield JSON.stringify(
    rows.map((row) => {
      const folder = folders.get(row.folder_id ?? "");
      return { conversation: presentListEntry(row), folder: folder ? presentFolder(folder) : null };
    }),
  );
}

/** Reads one conversation at a time, so that only one of them is in memory. */
async function* streamWholePage(
  platform: Platform,
  ownerId: OwnerId,
  ids: readonly string[],
  signal: AbortSignal,
): AsyncIterable<string> {
  let separator = "[";
  for (const conversationId of ids) {
    const row = await findConversation(platform.db, ownerId, conversationId);
    if (!row) continue;
    const codes = await runHeavyCall(platform, ownerId, signal, async () => {
      const messages = await listMessages(platform.db, row);
      const versions = await listVersions(platform.db, { ownerId, conversationId });
      const whole = await presentWholeConversation(row, messages, versions);
      return runCooperatively(compressTextIncrementally(JSON.stringify(whole)));
    });
    yield separator + JSON.stringify(codes);
    separator = ",";
  }
  yield separator === "[" ? "[]" : "]";
}
