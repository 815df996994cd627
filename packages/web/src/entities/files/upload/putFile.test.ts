import { createHash } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { computeHash } from "./computeHash.ts";
import type { HashRequest } from "./computeHashInWorker.ts";
import { PutError, type PutRequest, putFile } from "./putFile.ts";

afterEach(() => vi.unstubAllGlobals());

interface SentRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: unknown;
}

interface FakeServer {
  /** The status of each response; null: the network fails. */
  status?: number | null;
  responseHeaders?: Record<string, string>;
  workerFails?: boolean;
}

/** Replaces `XMLHttpRequest` with one that gets this response, and `Worker` with one that answers with `computeHash`. */
function stubBrowser({ status = 200, responseHeaders = {}, workerFails = false }: FakeServer = {}): SentRequest[] {
  const requests: SentRequest[] = [];
  class FakeRequest {
    status = status ?? 0;
    upload = { onprogress: (_event: { loaded: number; total: number }) => {} };
    onload = () => {};
    onerror = () => {};
    onloadend = () => {};
    #request: SentRequest = { method: "", url: "", headers: {}, body: null };
    open = (method: string, url: string) => Object.assign(this.#request, { method, url });
    setRequestHeader(name: string, value: string) {
      this.#request.headers[name] = value;
    }
    getResponseHeader = (name: string) => responseHeaders[name] ?? null;
    send(body: unknown) {
      requests.push({ ...this.#request, body });
      for (const loaded of [1, 3, 4]) this.upload.onprogress({ loaded, total: 4 });
      if (status === null) this.onerror();
      else this.onload();
      this.onloadend();
    }
  }
  class FakeWorker extends EventTarget {
    postMessage({ bytes, name }: HashRequest) {
      if (workerFails) this.dispatchEvent(new Event("error"));
      else void computeHash(bytes, name).then((data) => this.dispatchEvent(new MessageEvent("message", { data })));
    }
    terminate() {}
  }
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
  vi.stubGlobal("Worker", FakeWorker);
  vi.stubGlobal("location", new URL("https://own.example/"));
  return requests;
}

const createRequest = (body: Blob, url: string): PutRequest => ({
  url,
  body,
  type: "text/plain",
  signal: new AbortController().signal,
  onProgress: () => {},
});

test("[A7.60] [C7.10] the bytes go to the signed URL by PUT with their type and their MD5 in base64, also to a bucket", async () => {
  const requests = stubBrowser();
  const bytes = Buffer.alloc(300_000, "Carnot ");
  const body = new Blob([bytes]);
  const urls = ["/files/put?signature=x", "https://bucket.example/key?X-Amz-Signature=y"];
  for (const url of urls) await putFile(createRequest(body, url));
  const md5 = createHash("md5").update(bytes).digest("base64");
  expect(requests.map(({ method, url, body }) => ({ method, url, body }))).toEqual(
    urls.map((url) => ({ method: "PUT", url, body })),
  );
  for (const { headers } of requests)
    expect(headers).toMatchObject({ "content-type": "text/plain", "content-md5": md5 });
});

test("[C7.10] the progress of the upload is reported as the fraction of bytes sent", async () => {
  stubBrowser();
  const fractions: number[] = [];
  await putFile({ ...createRequest(new Blob(["Carnot"]), "/files/put"), onProgress: (one) => fractions.push(one) });
  expect(fractions).toEqual([0.25, 0.75, 1]);
});

test("[C7.10] [C8.04] a response other than 200 is a failure with its status and the server's reason, if it has one", async () => {
  const request = createRequest(new Blob(["Carnot"]), "/files/put");
  for (const status of [204, 400, 403, 404, 413, 500, 507]) {
    stubBrowser({ status });
    const error = new PutError(`Upload failed with status code ${status}`, false);
    await expect(putFile(request)).rejects.toEqual(error);
    stubBrowser({ status, responseHeaders: { "x-amz-error-message": "The disk is full." } });
    await expect(putFile(request)).rejects.toThrow(`Upload failed with status code ${status}: The disk is full.`);
  }
});

test("[C8.04] an upload without a response is a network error", async () => {
  stubBrowser({ status: null });
  const error = new PutError("Network error occurred during file upload.", true);
  await expect(putFile(createRequest(new Blob(["Carnot"]), "/files/put"))).rejects.toEqual(error);
});

test("bytes whose MD5 cannot be computed are sent without one, and an aborted upload is not sent", async () => {
  const requests = stubBrowser({ workerFails: true });
  const request = createRequest(new Blob(["Carnot"]), "/files/put");
  await putFile(request);
  expect(requests.map(({ headers }) => Object.keys(headers))).toEqual([["content-type", "x-lectern-client"]]);
  const reason = new Error("removed");
  await expect(putFile({ ...request, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  expect(requests).toHaveLength(1);
});
