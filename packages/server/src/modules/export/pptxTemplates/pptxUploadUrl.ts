import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { AppError } from "../../../core/appError.ts";
import type { Platform } from "../../../core/context.ts";
import { createSignedUrl, type SignedRoute, verifySignedUrl } from "../../../core/signedUrl.ts";
import { SiteUpload, siteUploadUrlSeconds } from "../../siteFiles/service.ts";

/** The route to which administrators send the bytes of a template. */
export const pptxUploadRoute: SignedRoute = { method: "PUT", path: "/signed/pptx_templates" };

/** Who can choose a template. */
export interface Availability {
  isAvailable: boolean;
  directoryGroupIds: readonly string[];
}

const Claim = z.extend(SiteUpload, { ownerId: z.string(), headers: z.string() });
type Claim = z.infer<typeof Claim>;

const availableHeader = "x-amz-meta-isavailable";
const groupsHeader = "x-amz-meta-amplifygroups";

/** Returns a URL for the PUT of a template, and the headers without which it is refused. */
export function createPptxUpload(
  platform: Pick<Platform, "secrets" | "clock">,
  upload: Omit<Claim, "headers"> & { type: string; availability: Availability },
): { url: string; headers: Record<string, string> } {
  const { type, availability, ...signed } = upload;
  const headers = {
    [availableHeader]: String(availability.isAvailable),
    [groupsHeader]: availability.directoryGroupIds.join(","),
  };
  const claim: Claim = { ...signed, headers: hashHeaders(headers) };
  return {
    url: createSignedUrl(platform, pptxUploadRoute, claim, siteUploadUrlSeconds),
    headers: { "content-type": type, ...(signed.md5 === null ? {} : { "content-md5": signed.md5 }), ...headers },
  };
}

/** Verifies a request with a template. Throws `forbidden` if the URL or the headers were modified, or it has expired. */
export function verifyPptxUpload(
  platform: Platform,
  query: unknown,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Omit<Claim, "headers"> & { availability: Availability } {
  const { headers: signedHash, ...claim } = z.parse(Claim, verifySignedUrl(platform, pptxUploadRoute, query));
  const sent = {
    [availableHeader]: String(headers[availableHeader] ?? ""),
    [groupsHeader]: String(headers[groupsHeader] ?? ""),
  };
  if (hashHeaders(sent) !== signedHash) {
    throw new AppError("forbidden", {
      userMessage: "This link has expired or was modified. Please request a new one.",
    });
  }
  const directoryGroupIds = (sent[groupsHeader] ?? "").split(",").filter((id) => id !== "");
  return { ...claim, availability: { isAvailable: sent[availableHeader] === "true", directoryGroupIds } };
}

const hashHeaders = (headers: Readonly<Record<string, string>>) =>
  createHash("sha256").update(JSON.stringify(headers)).digest("base64url");
