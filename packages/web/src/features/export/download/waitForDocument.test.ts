import { describe, expect, test } from "vitest";
import { DocumentError, waitForDocument } from "./waitForDocument.ts";

const signal = new AbortController().signal;

/** Replies with the given statuses in turn and then repeats the last; null is a network failure. */
function fakeServer(...statuses: (number | null)[]) {
  const methods: string[] = [];
  const waits: number[] = [];
  const fakeFetch: typeof fetch = async (_url, options) => {
    methods.push(options?.method ?? "GET");
    const status = statuses[Math.min(methods.length, statuses.length) - 1];
    if (status === null || status === undefined) throw new TypeError("no network");
    const body = options?.method === "HEAD" ? null : JSON.stringify({ message: "It is too long." });
    return new Response(body, { status });
  };
  return { methods, waits, options: { signal, fetch: fakeFetch, wait: async (ms: number) => void waits.push(ms) } };
}

describe("waiting for a document", () => {
  test("[C9.09b] [C7.37] polls once a second until the document exists, and tolerates network failures", async () => {
    const { methods, waits, options } = fakeServer(202, null, 503, 202, 200);
    expect(await waitForDocument("/x", options)).toBe(true);
    expect(methods).toEqual(["HEAD", "HEAD", "HEAD", "HEAD", "HEAD"]);
    expect(waits).toEqual([1_000, 1_000, 1_000, 1_000]);
  });

  test("[C9.09b] [C7.37] gives up after 60 attempts, a second apart", async () => {
    const { methods, waits, options } = fakeServer(202);
    expect(await waitForDocument("/x", options)).toBe(false);
    expect(methods).toHaveLength(60);
    expect(waits).toEqual(Array(59).fill(1_000));
  });

  test("fails immediately with the server's reason if the document cannot be created", async () => {
    const { options } = fakeServer(202, 422);
    await expect(waitForDocument("/x", options)).rejects.toThrow(new DocumentError("It is too long."));
    await expect(waitForDocument("/x", fakeServer(403).options)).rejects.toThrow(/expired/);
  });

  test("stops when it is aborted", async () => {
    const controller = new AbortController();
    const { options } = fakeServer(202);
    const result = waitForDocument("/x", {
      ...options,
      signal: controller.signal,
      wait: async () => controller.abort(new Error("left")),
    });
    await expect(result).rejects.toThrow("left");
  });
});
