import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import type { S3Config } from "../../config.ts";
import { buildAttachmentDisposition, toSafeDownloadType } from "./attachmentHeaders.ts";
import { assertBlobKey } from "./blobKey.ts";
import { BlobNotFoundError, type BlobReadResult, type BlobStore, BlobStoreUnusableError } from "./blobStore.ts";
import { measureBytes } from "./measureBytes.ts";

/** Larger blobs are uploaded in parts of this size, two of which are in memory at a time. */
const partBytes = 16 * 1_024 * 1_024;
const maxConcurrentParts = 2;
const keysPerRemoval = 1_000;

/** Stores blobs as objects of a bucket on Amazon S3 or a compatible server. */
export function createS3BlobStore(config: S3Config): BlobStore {
  const { bucket: Bucket } = config;
  const client = new S3Client({
    region: config.region,
    forcePathStyle: config.pathStyle,
    // By default the client adds newer checksums. Some servers do not support them, and presigned URLs for PUT would
    // contain the checksum of an empty body.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    ...(config.endpoint === null ? {} : { endpoint: config.endpoint }),
    ...(config.credentials === null ? {} : { credentials: config.credentials }),
  });

  const read: BlobStore["read"] = async (key, range) => {
    assertBlobKey(key);
    try {
      const rangeParameter = range ? { Range: `bytes=${range.start}-${range.end}` } : {};
      const { Body, ContentLength, ContentRange } = await client.send(
        new GetObjectCommand({ Bucket, Key: key, ...rangeParameter }),
      );
      if (!(Body instanceof Readable)) throw new Error("the bucket returned no body");
      const bytes = ContentLength ?? 0;
      return { body: Body, bytes, totalBytes: parseTotalBytes(ContentRange) ?? bytes } satisfies BlobReadResult;
    } catch (error) {
      if (isMissing(error)) throw new BlobNotFoundError(key);
      if (statusOf(error) === 416) throw new RangeError("the range is outside the blob", { cause: error });
      throw error;
    }
  };

  return {
    origins: [getBucketOrigin(config)],
    read,
    async write(key, body, options) {
      assertBlobKey(key);
      const { chunks, getResult } = measureBytes(body, options);
      const upload = new Upload({
        client,
        params: { Bucket, Key: key, Body: Readable.from(chunks, { objectMode: false }), ContentType: options.type },
        partSize: partBytes,
        queueSize: maxConcurrentParts,
      });
      await upload.done();
      return getResult();
    },
    async copy(fromKey, toKey) {
      assertBlobKey(fromKey);
      assertBlobKey(toKey);
      const CopySource = `${Bucket}/${encodeURIComponent(fromKey).replaceAll("%2F", "/")}`;
      try {
        await client.send(new CopyObjectCommand({ Bucket, Key: toKey, CopySource }));
      } catch (error) {
        if (isMissing(error)) throw new BlobNotFoundError(fromKey);
        throw error;
      }
    },
    async stat(key) {
      assertBlobKey(key);
      try {
        const { ContentLength } = await client.send(new HeadObjectCommand({ Bucket, Key: key }));
        return { bytes: ContentLength ?? 0 };
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async remove(keys) {
      for (const key of keys) assertBlobKey(key);
      for (let from = 0; from < keys.length; from += keysPerRemoval) {
        const Objects = keys.slice(from, from + keysPerRemoval).map((Key) => ({ Key }));
        const { Errors } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
        const removalError = Errors?.find(({ Code }) => Code !== "NoSuchKey");
        if (removalError) throw new Error(`the bucket did not remove a blob: ${removalError.Code}`);
      }
    },
    async withLocalFile(key, use) {
      const { body } = await read(key);
      const folder = await mkdtemp(join(tmpdir(), "lectern-blob-"));
      try {
        const path = join(folder, "blob");
        await pipeline(body, createWriteStream(path, { mode: 0o600 }));
        return await use(path);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    async createUploadUrl(key, { type, bytes, expiresInSeconds }) {
      assertBlobKey(key);
      const command = new PutObjectCommand({ Bucket, Key: key, ContentType: type, ContentLength: bytes });
      const signableHeaders = new Set(["host", "content-type", "content-length"]);
      return getSignedUrl(client, command, { expiresIn: expiresInSeconds, signableHeaders });
    },
    async createDownloadUrl(key, { fileName, type, expiresInSeconds }) {
      assertBlobKey(key);
      const command = new GetObjectCommand({
        Bucket,
        Key: key,
        ResponseContentDisposition: buildAttachmentDisposition(fileName),
        ResponseContentType: toSafeDownloadType(type),
        ResponseCacheControl: "no-store",
      });
      return getSignedUrl(client, command, { expiresIn: expiresInSeconds });
    },
    hasRoom: () => Promise.resolve(true),
    async check() {
      try {
        await client.send(new HeadBucketCommand({ Bucket }));
      } catch (cause) {
        throw new BlobStoreUnusableError(
          `The bucket ${Bucket} cannot be used for files: ${describeFailure(cause)}`,
          cause,
        );
      }
    },
    async close() {
      client.destroy();
    },
  };
}

/** Returns the origin of the URLs that the client builds for the bucket. */
function getBucketOrigin({ bucket, endpoint, region, pathStyle }: S3Config): string {
  const domain = region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
  const { protocol, host } = new URL(endpoint ?? `https://s3.${region}.${domain}`);
  // A wildcard certificate for `*.host` does not cover a bucket name with dots.
  const isBucketInPath = pathStyle || (bucket.includes(".") && protocol === "https:");
  return `${protocol}//${isBucketInPath ? host : `${bucket}.${host}`}`;
}

const parseTotalBytes = (contentRange: string | undefined) => {
  const total = /\/(\d+)$/.exec(contentRange ?? "")?.[1];
  return total === undefined ? null : Number(total);
};

const statusOf = (error: unknown) => (error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined);

/** True if the blob does not exist. A missing bucket also returns 404, but with another error name. */
const isMissing = (error: unknown) =>
  statusOf(error) === 404 && error instanceof Error && error.name !== "NoSuchBucket";

/** Describes why the bucket cannot be used and what the operator can do about it. */
function describeFailure(error: unknown): string {
  const status = statusOf(error);
  if (status === 404) return "it does not exist. Create it, or correct S3_BUCKET.";
  if (status === 403) return "access is denied. Check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and the bucket's policy.";
  if (status === 301 || status === 400) return "it is in another region. Check S3_REGION and S3_ENDPOINT.";
  const name = error instanceof Error ? error.name : "unknown error";
  if (name === "CredentialsProviderError")
    return "no credentials were found. Set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.";
  const code = error instanceof Error && "code" in error ? String(error.code) : name;
  return `the server does not answer (${code}). Check S3_ENDPOINT and S3_REGION.`;
}
