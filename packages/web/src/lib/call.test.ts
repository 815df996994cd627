import { globSync, readFileSync } from "node:fs";
import { STATUS_CODES } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as contract from "@lectern/contract";
import { clientHeader, defineOp, errorStatus, type OpDefinition } from "@lectern/contract";
import { afterEach, describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { decodeBase64, encodeBase64 } from "./base64.ts";
import { call, onUnauthenticated } from "./call.ts";
import { CallError } from "./callError.ts";

const renameOp = defineOp({
  method: "POST",
  path: "/things/rename",
  keyScopes: ["full_access"],
  summary: "Renames a thing.",
  input: z.object({ name: z.string() }),
  output: z.object({ name: z.string() }),
});
const findOp = defineOp({
  method: "GET",
  path: "/things/find",
  keyScopes: ["full_access"],
  summary: "Finds a thing.",
  responseEnvelope: "fields",
  input: z.object({ id: z.optional(z.string()), limit: z.optional(z.number()) }),
  output: z.object({ found: z.array(z.string()) }),
});

const toBase64Json = (value: unknown) => encodeBase64(JSON.stringify(value));
const fromBase64Json = (text: unknown): unknown => JSON.parse(decodeBase64(String(text)));

type Respond = (init: RequestInit) => Response | Promise<Response>;

/** Replaces `fetch`. Returns the requests that it receives, as parsed JSON. */
function respondWith(respond: Respond) {
  const requests: { url: unknown; method: unknown; headers: Headers; data: Record<string, unknown> }[] = [];
  vi.stubGlobal("fetch", async (url: unknown, init: RequestInit = {}) => {
    const body: unknown = JSON.parse(String(init.body));
    const data = z.object({ data: z.record(z.string(), z.unknown()) }).parse(body).data;
    requests.push({ url, method: init.method, headers: new Headers(init.headers), data });
    return respond(init);
  });
  return requests;
}

const succeedWith = (result: unknown) => respondWith(() => Response.json({ data: toBase64Json(result) }));
const catchError = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable("the call should have failed"),
    (error: unknown) => {
      if (error instanceof CallError) return error;
      throw error;
    },
  );

const refuseConnection: Respond = () => Promise.reject(new TypeError("Failed to fetch"));
/** Responds with a body that breaks off. */
const respondWithCutBody: Respond = () =>
  new Response(new ReadableStream({ start: (controller) => controller.error(new TypeError("network error")) }));

afterEach(() => {
  vi.unstubAllGlobals();
});

test("an op with a direct entry point is called at its own URL, with plain JSON both ways", async () => {
  const probeOp = defineOp({
    method: "POST",
    path: "/api/things/probe",
    keyScopes: ["full_access"],
    entryPoint: "direct",
    summary: "Probes a thing.",
    input: z.object({ url: z.string() }),
    output: z.object({ found: z.array(z.string()) }),
  });
  const requests: { url: unknown; init: RequestInit }[] = [];
  const responses = [
    Response.json({ success: true, data: { found: ["a"] } }),
    Response.json({ success: false, message: "It is off.", code: "unavailable" }, { status: 503 }),
    new Response("<html>"),
  ];
  vi.stubGlobal("fetch", async (url: unknown, init: RequestInit) => {
    requests.push({ url, init });
    return responses.shift();
  });
  expect(await call(probeOp, { url: "http://a" })).toEqual({ found: ["a"] });
  expect(requests[0]).toMatchObject({ url: "/api/things/probe", init: { method: "POST", body: '{"url":"http://a"}' } });
  const headers = new Headers(requests[0]?.init.headers);
  expect(headers.get(clientHeader.name)).toBe(clientHeader.value);
  expect(headers.get("content-type")).toBe("application/json");
  const failure = await catchError(call(probeOp, { url: "http://a" }));
  expect(failure).toMatchObject({ reason: "It is off.", code: "unavailable", status: 503 });
  expect(failure.message).toBe("Error calling POST - /api/things/probe: Service Unavailable.");
  const unparsableFailure = await catchError(call(probeOp, { url: "http://a" }));
  expect(unparsableFailure.message).toBe("Error parsing response from POST - /api/things/probe.");
});

test("[A7.01] [C7.01] [G7.01] all calls go through this helper: elsewhere only the chat, the stream of events, the session, uploads, signed addresses of files, assets and what people try in the API reference are fetched", () => {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const files = globSync("**/*.{ts,tsx}", { cwd: root }).filter((file) => !/\.test\.tsx?$|^testing\b/.test(file));
  const sends =
    /(?<![\w.])fetch\(|\b(?:globalThis|window|self)\.fetch\b|new (?:XMLHttpRequest|EventSource|WebSocket)\b|sendBeacon/;
  const fetching = files.filter((file) => sends.test(readFileSync(join(root, file), "utf8")));
  expect(fetching.toSorted((a, b) => a.localeCompare(b, "en"))).toEqual([
    "entities/chat/runs/chatStream.ts",
    "entities/codeInterpreter/documents.ts",
    "entities/codeInterpreter/generatedFiles.ts",
    "entities/files/upload/putFile.ts",
    "entities/files/upload/uploadEnvironment.ts",
    "entities/prompts/transform/transformInWorker.ts",
    "entities/session/session.ts",
    "features/apiKeys/reference/requests.ts",
    "lib/browserEvents/readEventStream.ts",
    "lib/call.ts",
    // In the sandbox, it asks the page instead.
    "python/packageFiles.ts",
    "ui/preview/run/libraries.ts",
    "ui/python/pythonFiles.ts",
  ]);
});

describe("a request", () => {
  test("[C7.01] [A7.57] [G7.01] [A7.01] goes to POST /api/requestOp and names the op by method, path and op", async () => {
    const requests = succeedWith({ success: true, data: { name: "b" } });
    await call(renameOp, { name: "b" });
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ url: "/api/requestOp", method: "POST" });
    expect(requests[0]?.data).toEqual({
      method: "POST",
      path: "/things/rename",
      op: "",
      data: toBase64Json({ name: "b" }),
    });
    await call(findOp, { limit: 3 });
    expect(requests[1]).toMatchObject({ url: "/api/requestOp", method: "POST" });
    expect(requests[1]?.data).toEqual({
      method: "GET",
      path: "/things/find",
      op: "",
      queryParams: { limit: toBase64Json(3) },
    });
  });

  test("[A7.01] goes there for every operation, of every method, except four with their own URL", async () => {
    const ops = Object.values<unknown>(contract).filter(
      (value): value is OpDefinition => typeof value === "object" && value !== null && "entryPoint" in value,
    );
    const directOps = ops.filter(({ entryPoint }) => entryPoint === "direct");
    expect(directOps.map(({ path }) => path).toSorted()).toEqual([
      "/api/admin/testEndpoint",
      "/api/files/upload",
      "/api/models/endpoint/test",
      "/api/share/youshared",
    ]);
    const proxiedOps = ops.filter(({ entryPoint }) => entryPoint !== "direct");
    expect(new Set(proxiedOps.map(({ method }) => method))).toContain("DELETE");
    for (const op of proxiedOps) {
      const requests = succeedWith({ success: true, data: {} });
      await call(op, {});
      expect(requests).toMatchObject([
        { url: "/api/requestOp", method: "POST", data: { method: op.method, path: op.path, op: "" } },
      ]);
    }
  });

  test("has the header that a form on another site cannot send", async () => {
    const requests = succeedWith({ success: true, data: {} });
    await call(renameOp, { name: "b" });
    expect(requests[0]?.headers.get(clientHeader.name)).toBe(clientHeader.value);
  });

  test("[C7.02] [A7.58] [G7.02] sends its data, and each of its query values, as base64 of JSON", async () => {
    const postRequests = succeedWith({ success: true, data: {} });
    await call(renameOp, { name: "Ünï ✓ 𝄞" });
    expect(fromBase64Json(postRequests[0]?.data.data)).toEqual({ name: "Ünï ✓ 𝄞" });
    expect(postRequests[0]?.data).not.toHaveProperty("queryParams");

    const requests = succeedWith({ success: true, found: [] });
    await call(findOp, { id: "a/b", limit: 3 });
    expect(requests[0]?.data).not.toHaveProperty("data");
    const query = z.record(z.string(), z.string()).parse(requests[0]?.data.queryParams);
    expect(Object.entries(query).map(([name, value]) => [name, fromBase64Json(value)])).toEqual([
      ["id", "a/b"],
      ["limit", 3],
    ]);
  });

  test("leaves out query values that are undefined", async () => {
    const requests = succeedWith({ success: true, found: [] });
    await call(findOp, {});
    expect(requests[0]?.data.queryParams).toEqual({});
  });
});

describe("a reply", () => {
  test("[C7.02] [A7.58] [G7.02] is decoded from base64 in the field data", async () => {
    succeedWith({ success: true, data: { name: "Grüße 𝄞" } });
    expect(await call(renameOp, { name: "" })).toEqual({ name: "Grüße 𝄞" });
  });

  test("with the envelope fields is returned without the success flag", async () => {
    succeedWith({ success: true, found: ["a"] });
    expect(await call(findOp, {})).toEqual({ found: ["a"] });
  });
});

describe("a failure", () => {
  test.each([
    [404, "Error calling POST - /things/rename: Not Found.", "Error calling GET - /things/find: Not Found."],
    [
      413,
      "Error calling POST - /things/rename: Payload Too Large.",
      "Error calling GET - /things/find: Payload Too Large.",
    ],
    [599, "Error calling POST - /things/rename: Status 599.", "Error calling GET - /things/find: Status 599."],
  ])(
    "[C8.01] [A8.36] [G8.01] with status %i is reported with method, path and the standard phrase of the status",
    async (status, postMessage, getMessage) => {
      respondWith(() => new Response("<html>", { status }));
      const postFailure = await catchError(call(renameOp, { name: "" }));
      expect(postFailure).toMatchObject({ message: postMessage, status, reason: null });
      expect((await catchError(call(findOp, {}))).message).toBe(getMessage);
    },
  );

  test("[C8.01] [A8.36] [G8.01] has the standard phrase of every status that the server uses", async () => {
    for (const status of Object.values(errorStatus)) {
      respondWith(() => Response.json({}, { status }));
      const { message } = await catchError(call(findOp, {}));
      expect(message).toBe(`Error calling GET - /things/find: ${STATUS_CODES[status]}.`);
    }
  });

  test("[C7.03] [A7.59] [G7.03] has the server's message as its reason, with code, request id and further fields", async () => {
    const body = { success: false, message: "No such key.", code: "notFound", requestId: "r-1", type: "NoSuchKey" };
    respondWith(() => Response.json(body, { status: 404 }));
    expect(await catchError(call(findOp, {}))).toMatchObject({
      reason: "No such key.",
      code: "notFound",
      requestId: "r-1",
      fields: { type: "NoSuchKey" },
    });
  });

  test("[C7.03] [A7.59] [G7.03] is also thrown for a reply with status 200 that is not a success", async () => {
    succeedWith({ success: false, message: "No such key." });
    expect(await catchError(call(findOp, {}))).toMatchObject({
      message: "Error calling GET - /things/find: OK.",
      reason: "No such key.",
      status: 200,
    });
  });

  test.each([
    "<html>",
    "{}",
    '{"data":7}',
    '{"data":"%%%"}',
    JSON.stringify({ data: toBase64Json("text") }),
    JSON.stringify({ data: encodeBase64("{") }),
  ])("[C8.02] [A8.36] [G8.02] to parse the reply %s says so", async (body) => {
    respondWith(() => new Response(body));
    const failure = await catchError(call(renameOp, { name: "" }));
    expect(failure.message).toBe("Error parsing response from POST - /things/rename.");
    const getFailure = await catchError(call(findOp, {}));
    expect(getFailure.message).toBe("Error parsing response from GET - /things/find.");
  });

  test.each([
    ["before the response", refuseConnection],
    ["within the response", respondWithCutBody],
  ])("[C8.02] [A8.36] [G8.02] of the network %s is reported as a network error", async (_when, respond) => {
    respondWith(respond);
    const failure = await catchError(call(findOp, {}));
    expect(failure).toMatchObject({ message: "Network Error calling GET - /things/find.", status: null });
    const postFailure = await catchError(call(renameOp, { name: "" }));
    expect(postFailure.message).toBe("Network Error calling POST - /things/rename.");
  });

  test("[G8.02] of the network says that the browser is offline, also if the response breaks off", async () => {
    vi.stubGlobal("navigator", { onLine: false });
    const reason = "You’re offline. Try again when you’re back online.";
    respondWith(refuseConnection);
    expect(await catchError(call(findOp, {}))).toMatchObject({ reason, status: null });
    respondWith(respondWithCutBody);
    const failure = await catchError(call(findOp, {}));
    expect(failure).toMatchObject({ message: "Network Error calling GET - /things/find.", reason, status: null });
  });

  test("by an abort throws the abort's reason", async () => {
    const controller = new AbortController();
    respondWith(({ signal }) => {
      controller.abort();
      throw signal?.reason;
    });
    const result = call(findOp, {}, { signal: controller.signal });
    await expect(result).rejects.toMatchObject({ name: "AbortError" });
  });

  test("because nobody is signed in notifies the listeners", async () => {
    respondWith(() => Response.json({ success: false }, { status: 401 }));
    let callCount = 0;
    const stop = onUnauthenticated(() => {
      callCount += 1;
    });
    await catchError(call(findOp, {}));
    stop();
    await catchError(call(findOp, {}));
    expect(callCount).toBe(1);
  });
});
