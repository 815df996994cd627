import { compressTextIncrementally, Id } from "@lectern/contract";
import * as z from "zod/mini";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import { findFolders } from "../prompts/service.ts";
import { runCooperatively } from "./runCooperatively.ts";
import { listMessages } from "./messages/repository.ts";
import { presentFolder, presentListEntry, presentWholeConversation } from "./present.ts";
import { findConversation, listConversationRange } from "./repository.ts";

/** What a signed address lets whoever holds it read; nothing but this is in the address. */
const Claim = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("all"), ownerId: z.string(), fromId: Id, toId: Id, expiresAt: z.number() }),
  z.object({ kind: z.literal("empty"), ownerId: z.string(), fromId: Id, toId: Id, expiresAt: z.number() }),
  z.object({ kind: z.literal("whole"), ownerId: z.string(), ids: z.array(Id), expiresAt: z.number() }),
]);
type Claim = z.infer<typeof Claim>;

export const signedPagesPath = "/signed/conversations";
const lifetimeMs = 60 * 60 * 1_000;
const listedPerPage = 400;
const wholePerPage = 100;
/** Characters of ids in one address, so that long ids do not make it longer than servers take. */
const idsLength = 4_500;

/** Addresses that give those conversations as a list; `ids` in the database's order. */
export function signListPages(
  platform: Platform,
  ownerId: string,
  kind: "all" | "empty",
  ids: readonly string[],
): string[] {
  const expiresAt = platform.clock.now().getTime() + lifetimeMs;
  const urls: string[] = [];
  for (let from = 0; from < ids.length; from += listedPerPage) {
    const page = ids.slice(from, from + listedPerPage);
    const [fromId, toId] = [page[0], page.at(-1)];
    if (fromId !== undefined && toId !== undefined)
      urls.push(sign(platform, { kind, ownerId, fromId, toId, expiresAt }));
  }
  return urls;
}

/** Addresses that give those conversations whole. */
export function signWholePages(platform: Platform, ownerId: string, ids: readonly string[]): string[] {
  const expiresAt = platform.clock.now().getTime() + lifetimeMs;
  const pages: string[][] = [];
  let length = 0;
  for (const id of ids) {
    const page = pages.at(-1);
    if (page && page.length < wholePerPage && length + id.length <= idsLength) page.push(id);
    else {
      pages.push([id]);
      length = 0;
    }
    length += id.length + 3;
  }
  return pages.map((page) => sign(platform, { kind: "whole", ownerId, ids: page, expiresAt }));
}

function sign(platform: Platform, claim: Claim): string {
  const text = Buffer.from(JSON.stringify(claim)).toString("base64url");
  return `${signedPagesPath}?claim=${text}&signature=${platform.secrets.sign("signedUrls", signedText(text))}`;
}

/** Other signed addresses share the key; the path keeps them apart. */
const signedText = (claim: string) => `${signedPagesPath}?${claim}`;

/** The page behind a signed address, as JSON text in pieces. Throws `forbidden` for one that was altered or has expired. */
export function readSignedPage(platform: Platform, claim: string, signature: string): AsyncIterable<string> {
  const isOurs = platform.secrets.verify("signedUrls", signedText(claim), signature);
  const opened = isOurs ? z.parse(Claim, JSON.parse(Buffer.from(claim, "base64url").toString("utf8"))) : null;
  if (!opened || opened.expiresAt <= platform.clock.now().getTime()) {
    throw new AppError("forbidden", {
      userMessage: "This address has expired or was altered. Please ask for a new one.",
    });
  }
  return opened.kind === "whole" ? wholePage(platform, opened) : listPage(platform, opened);
}

async function* listPage(platform: Platform, claim: Exclude<Claim, { kind: "whole" }>): AsyncIterable<string> {
  const { kind, ownerId, fromId, toId } = claim;
  const rows = await listConversationRange(platform.db, ownerId, { fromId, toId, emptyOnly: kind === "empty" }, listedPerPage);
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

/** One conversation at a time, so that a page of long ones needs the memory of one. */
async function* wholePage(platform: Platform, claim: Extract<Claim, { kind: "whole" }>): AsyncIterable<string> {
  const { ownerId } = claim;
  let before = "[";
  for (const conversationId of claim.ids) {
    const row = await findConversation(platform.db, ownerId, conversationId);
    if (!row) continue;
    const messages = await listMessages(platform.db, { ownerId, conversationId });
    const codes = await runCooperatively(compressTextIncrementally(JSON.stringify(presentWholeConversation(row, messages))));
    yield before + JSON.stringify(codes);
    before = ",";
  }
  yield before === "[" ? "[]" : "]";
}
