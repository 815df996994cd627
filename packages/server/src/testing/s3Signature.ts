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
  /** Lifetime in seconds; null for a request that is signed in its headers. */
  expires: number | null;
}

/**
 * Returns the error code with which S3 would reject the request; null if its headers or its query are signed correctly.
 * See "Authenticating Requests (AWS Signature Version 4)" in Amazon's documentation.
 */
export function findSignatureProblem(request: IncomingMessage, key: S3Key): string | null {
  const url = new URL(request.url ?? "/", "http://localhost");
  const requestSignature = parseQuerySignature(url) ?? parseHeaderSignature(request);
  if (!requestSignature) return "AccessDenied";
  const [accessKeyId, date = "", region = "", service = "", terminator = ""] = requestSignature.credential.split("/");
  if (accessKeyId !== key.accessKeyId) return "InvalidAccessKeyId";
  const signedHeaderNames = requestSignature.signedHeaders.split(";");
  // S3 requires the host to be signed.
  if (!signedHeaderNames.includes("host")) return "AccessDenied";
  const canonicalRequest = [
    request.method,
    url.pathname,
    buildCanonicalQuery(url),
    ...signedHeaderNames.map((name) => `${name}:${String(request.headers[name] ?? "").trim()}`),
    "",
    requestSignature.signedHeaders,
    requestSignature.contentHash,
  ].join("\n");
  const scope = [date, region, service, terminator].join("/");
  const stringToSign = ["AWS4-HMAC-SHA256", requestSignature.time, scope, computeSha256(canonicalRequest)].join("\n");
  const signingKey = [date, region, service, terminator].reduce<string | Buffer>(
    (secret, part) => createHmac("sha256", secret).update(part).digest(),
    `AWS4${key.secretAccessKey}`,
  );
  if (createHmac("sha256", signingKey).update(stringToSign).digest("hex") !== requestSignature.signature)
    return "SignatureDoesNotMatch";
  return requestSignature.expires !== null &&
    Date.now() > parseAmzDate(requestSignature.time) + requestSignature.expires * 1_000
    ? "AccessDenied"
    : null;
}

const computeSha256 = (text: string) => createHash("sha256").update(text).digest("hex");

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

/** Returns the query without the signature, sorted by name, with the encoding in which it was received. */
function buildCanonicalQuery({ search }: URL): string {
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
