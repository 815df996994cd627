import { createHash, createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";

export interface S3Key {
  accessKeyId: string;
  secretAccessKey: string;
}

interface RequestSignature {
  credential: string;
  signedHeaders: string;
  signature: string;
  time: string;
  contentHash: string;
  /** Seconds; null for a request that is signed in its headers. */
  expires: number | null;
}

/**
 * The error code with which S3 would reject the request; null: its headers or its query are signed correctly, see
 * "Authenticating Requests (AWS Signature Version 4)" in Amazon's documentation.
 */
export function findSignatureProblem(request: IncomingMessage, key: S3Key): string | null {
  const url = new URL(request.url ?? "/", "http://localhost");
  const given = parseQuerySignature(url) ?? parseHeaderSignature(request);
  if (!given) return "AccessDenied";
  const [accessKeyId, date = "", region = "", service = "", end = ""] = given.credential.split("/");
  if (accessKeyId !== key.accessKeyId) return "InvalidAccessKeyId";
  const names = given.signedHeaders.split(";");
  // The host must be signed.
  if (!names.includes("host")) return "AccessDenied";
  const canonical = [
    request.method,
    url.pathname,
    canonicalQuery(url),
    ...names.map((name) => `${name}:${String(request.headers[name] ?? "").trim()}`),
    "",
    given.signedHeaders,
    given.contentHash,
  ].join("\n");
  const scope = [date, region, service, end].join("/");
  const toSign = ["AWS4-HMAC-SHA256", given.time, scope, sha256(canonical)].join("\n");
  const signingKey = [date, region, service, end].reduce<string | Buffer>(
    (secret, part) => createHmac("sha256", secret).update(part).digest(),
    `AWS4${key.secretAccessKey}`,
  );
  if (createHmac("sha256", signingKey).update(toSign).digest("hex") !== given.signature) return "SignatureDoesNotMatch";
  return given.expires !== null && Date.now() > parseAmzDate(given.time) + given.expires * 1_000
    ? "AccessDenied"
    : null;
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

function parseQuerySignature({ searchParams }: URL): RequestSignature | null {
  const signature = searchParams.get("X-Amz-Signature");
  if (signature === null) return null;
  return {
    signature,
    credential: searchParams.get("X-Amz-Credential") ?? "",
    signedHeaders: searchParams.get("X-Amz-SignedHeaders") ?? "",
    time: searchParams.get("X-Amz-Date") ?? "",
    contentHash: searchParams.get("X-Amz-Content-Sha256") ?? "UNSIGNED-PAYLOAD",
    expires: Number(searchParams.get("X-Amz-Expires")),
  };
}

function parseHeaderSignature({ headers }: IncomingMessage): RequestSignature | null {
  const [, credential, signedHeaders, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(headers.authorization ?? "") ??
    [];
  if (credential === undefined || signedHeaders === undefined || signature === undefined) return null;
  return {
    credential,
    signedHeaders,
    signature,
    time: String(headers["x-amz-date"] ?? ""),
    contentHash: String(headers["x-amz-content-sha256"] ?? ""),
    expires: null,
  };
}

/** The query encoded as received, sorted by name. */
function canonicalQuery({ search }: URL): string {
  return search
    .slice(1)
    .split("&")
    .filter((part) => part !== "" && !part.startsWith("X-Amz-Signature="))
    .map((part) => (part.includes("=") ? part : `${part}=`))
    .sort()
    .join("&");
}

/** Parses a time such as `20261121T094100Z`; returns milliseconds. */
function parseAmzDate(time: string): number {
  return Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
}
