import { describe, expect, test } from "vitest";
import { awaitDocument, DocumentError } from "./awaitDocument.ts";

const signal = new AbortController().signal;

/** Answers with these statuses, one after the other, the last one again and again; null: the network fails. */
function server(...statuses: (number | null)[]) {
  const asked: string[] = [];
  const waits: number[] = [];
  const ask: typeof fetch = async (_url, options) => {
    asked.push(options?.method ?? "GET");
    const status = statuses[Math.min(asked.length, statuses.length) - 1];
    if (status === null || status === undefined) throw new TypeError("no network");
    const body = options?.method === "HEAD" ? null : JSON.stringify({ message: "It is too long." });
    return new Response(body, { status });
  };
  return { asked, waits, options: { signal, fetch: ask, wait: async (ms: number) => void waits.push(ms) } };
}

describe("[C9.09b] [C7.37] the wait for a document", () => {
  test("asks once a second until it is there, and survives a moment without a network", async () => {
    const { asked, waits, options } = server(404, null, 503, 404, 200);
    expect(await awaitDocument("/x", options)).toBe(true);
    expect(asked).toEqual(["HEAD", "HEAD", "HEAD", "HEAD", "HEAD"]);
    expect(waits).toEqual([1_000, 1_000, 1_000, 1_000]);
  });

  test("ends after 60 tries, with the document still to come", async () => {
    const { asked, options } = server(404);
    expect(await awaitDocument("/x", options)).toBe(false);
    expect(asked).toHaveLength(60);
  });

  test("ends at once with the server's reason where there will be none", async () => {
    const { options } = server(404, 422);
    await expect(awaitDocument("/x", options)).rejects.toThrow(new DocumentError("It is too long."));
    await expect(awaitDocument("/x", server(403).options)).rejects.toThrow(/expired/);
  });

  test("ends when nobody waits any more", async () => {
    const controller = new AbortController();
    const { options } = server(404);
    const waiting = awaitDocument("/x", {
      ...options,
      signal: controller.signal,
      wait: async () => controller.abort(new Error("left")),
    });
    await expect(waiting).rejects.toThrow("left");
  });
});
