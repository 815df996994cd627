import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";
import type { S3Config } from "../config.ts";
import { findSignatureProblem, type S3Key } from "./s3Signature.ts";

export interface TestS3Server {
  /** Configuration for the bucket, with the bucket's name in the path of URLs. */
  config: S3Config;
  port: number;
  /** Returns the paths of all files that the server stores, including parts of unfinished uploads. */
  listFiles(): Promise<string[]>;
  close(): Promise<void>;
}

const bucket = "lectern-files";
/** The only key that s3rver accepts. */
const key: S3Key = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };

/**
 * Starts an S3 server with one bucket on 127.0.0.1: s3rver, which supports all requests that we send except aborting an
 * upload. We check signatures ourselves, because s3rver differs from S3 for URLs with the bucket in the host name and
 * for URLs that contain `'` or `(`.
 */
export async function startS3Server(): Promise<TestS3Server> {
  const directory = await mkdtemp(join(tmpdir(), "lectern-s3-"));
  const s3rver = new S3rver({
    directory,
    silent: true,
    serviceEndpoint: "localhost",
    vhostBuckets: false,
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: bucket }],
  });
  await s3rver.configureBuckets();
  const handleRequest = s3rver.callback();
  const server = createServer((request, response) => {
    const errorCode = findSignatureProblem(request, key);
    if (errorCode !== null) return rejectRequest(response, errorCode);
    const uploadId = getAbortedUploadId(request);
    if (uploadId === null) return handleRequest(request, response);
    void deleteUploadParts(directory, uploadId).then(() => response.writeHead(204).end());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // a listening TCP server has an address object
  return {
    port,
    config: {
      bucket,
      region: "us-east-1",
      endpoint: `http://127.0.0.1:${port}`,
      pathStyle: true,
      credentials: key,
    },
    listFiles: () => listFiles(directory),
    async close() {
      server.closeAllConnections();
      server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function rejectRequest(response: ServerResponse, code: string): void {
  response.writeHead(403, { "content-type": "application/xml" }).end(`<Error><Code>${code}</Code></Error>`);
}

function getAbortedUploadId({ method, url = "/" }: IncomingMessage): string | null {
  return method === "DELETE" ? new URL(url, "http://localhost").searchParams.get("uploadId") : null;
}

/** The parts of an upload are in a folder named after its id. */
async function deleteUploadParts(directory: string, uploadId: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (entry.isDirectory() && entry.name === uploadId)
      await rm(join(entry.parentPath, entry.name), { recursive: true });
  }
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : [])).sort();
}
