import { createHash } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { computeMd5 } from "./computeMd5.ts";
import { type PutRequest, putFile } from "./putFile.ts";

afterEach(() => vi.unstubAllGlobals());

interface SentRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: unknown;
}

/** Replaces `XMLHttpRequest` with one whose requests succeed, and `Worker` with one that answers with `computeMd5`. */
function stubBrowser({ workerFails = false } = {}): SentRequest[] {
  const requests: SentRequest[] = [];
  class FakeRequest {
    status = 200;
    upload = {};
    onload = () => {};
    onloadend = () => {};
    #request: SentRequest = { method: "", url: "", headers: {}, body: null };
    open = (method: string, url: string) => Object.assign(this.#request, { method, url });
    setRequestHeader(name: string, value: string) {
      this.#request.headers[name] = value;
    }
    send(body: unknown) {
      requests.push({ ...this.#request, body });
      this.onload();
      this.onloadend();
    }
  }
  class FakeWorker extends EventTarget {
    postMessage(bytes: Blob) {
      if (workerFails) this.dispatchEvent(new Event("error"));
      else void computeMd5(bytes).then((data) => this.dispatchEvent(new MessageEvent("message", { data })));
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

test("[A7.60] the bytes go to the signed URL by PUT with their type and their MD5 in base64, also to a bucket", async () => {
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

test("bytes whose MD5 cannot be computed are sent without one, and an aborted upload is not sent", async () => {
  const requests = stubBrowser({ workerFails: true });
  const request = createRequest(new Blob(["Carnot"]), "/files/put");
  await putFile(request);
  expect(requests.map(({ headers }) => Object.keys(headers))).toEqual([["content-type", "x-lectern-client"]]);
  const reason = new Error("removed");
  await expect(putFile({ ...request, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  expect(requests).toHaveLength(1);
});
