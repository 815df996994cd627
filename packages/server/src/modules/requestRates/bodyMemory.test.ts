import http from "node:http";
import { getUserSettings, limits } from "@lectern/contract";
import { expect, test, vi } from "vitest";
import { createTestApp, type TestPerson } from "../../testing/createTestApp.ts";
import { openBodyMemory } from "./bodyMemory.ts";

test("a person's bodies together have a limit, and each one counts until it has been handled", () => {
  const platform = { state: new Map() };
  const first = openBodyMemory(platform, "ann");
  for (let count = 0; count < 5; count++) first.reserve(limits.bodyBytes);
  const second = openBodyMemory(platform, "ann");
  expect(() => second.reserve(1)).toThrow(
    expect.objectContaining({ code: "rateLimited", headers: { "retry-after": "5" } }),
  );
  openBodyMemory(platform, "bob").reserve(limits.bodyBytes);
  second.release();
  first.release();
  first.release();
  for (let count = 0; count < 5; count++) second.reserve(limits.bodyBytes);
  expect(() => first.reserve(1)).toThrow();
});

test("a sixth long body of a person is rejected before it is received, until one of the others has ended", async () => {
  const server = await createTestApp();
  const [ann, bob] = [await server.signIn("ann@uni.edu"), await server.signIn("bob@uni.edu")];
  const origin = await server.app.listen({ port: 0, host: "127.0.0.1" });
  /** Announces a long body and sends none of it. `status` resolves with the status of an early response. */
  const announce = (person: TestPerson) => {
    const headers = {
      "content-type": "application/json",
      "content-length": limits.bodyBytes,
      authorization: `Bearer ${person.token}`,
    };
    const request = http.request(`${origin}/chat`, { method: "POST", agent: false, headers });
    request.on("error", () => undefined);
    const status = new Promise<number | undefined>((resolve) => {
      request.once("response", (response) => resolve(response.resume().statusCode));
    });
    request.flushHeaders();
    return { request, status };
  };
  const waiting = Array.from({ length: 6 }, () => announce(ann));
  const rejected = await Promise.race(waiting.map(async (body) => ((await body.status) === 429 ? body : null)));
  expect(rejected).not.toBeNull();
  waiting.push(announce(bob));
  expect((await ann.rest(getUserSettings, {})).status).toBe(200);
  /** Sends a long body, with its length or in chunks. Returns the status. */
  const sendLong = async (person: TestPerson, isChunked: boolean) => {
    const text = "{}".padEnd(2_200_000);
    const init = {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${person.token}` },
      body: isChunked ? new Blob([text]).stream() : text,
      duplex: "half",
    };
    return (await fetch(`${origin}/chat`, init)).status;
  };
  for (const isChunked of [false, true]) {
    expect(await sendLong(ann, isChunked)).toBe(429);
    expect(await sendLong(bob, isChunked)).toBe(400);
  }

  const [freed, ...others] = waiting.filter((body) => body !== rejected);
  freed?.request.destroy();
  await vi.waitFor(async () => expect(await sendLong(ann, false)).toBe(400));
  expect(await sendLong(ann, true)).toBe(400);
  for (const { request } of others) request.destroy();
  await server.close();
});
