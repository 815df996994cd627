import { afterEach, expect, test, vi } from "vitest";
import { encodeBase64 } from "../../lib/base64.ts";
import type { PythonInterpreter } from "../../ui/python/pythonInterpreter.ts";
import { pythonLimits } from "../../ui/python/pythonMessages.ts";
import { writeDocuments } from "./documents.ts";

afterEach(() => void vi.unstubAllGlobals());

test("each document is written once, and the model is told which are there and which could not be read", async () => {
  const written: [string, string][] = [];
  const interpreter: PythonInterpreter = {
    id: "1",
    writeFile: async (name, bytes) => void written.push([name, new TextDecoder().decode(bytes)]),
    run: async () => expect.fail("nothing runs"),
    close: () => {},
  };
  const pooled = { interpreter, documents: new Set<string>(), hasRun: false };
  const paths: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    paths.push(path);
    if (path === "/original") return new Response("a,b");
    if (paths.length > 2) return Response.json({ success: false, message: "Gone.", code: "notFound" }, { status: 404 });
    return Response.json({ data: encodeBase64(JSON.stringify({ success: true, downloadUrl: "/original" })) });
  });
  const files = [
    { name: "a.csv", source: { id: "s3://a" } },
    { name: "note.txt", source: { id: "obj://note.txt", raw: "Remember" } },
    { name: "gone.csv", source: { id: "s3://gone" } },
  ];
  const { signal } = new AbortController();
  const notes = await writeDocuments(pooled, files, signal);
  expect(notes).toEqual([
    "Documents in the working folder: a.csv, note.txt",
    expect.stringMatching(/^Documents that could not be read: gone\.csv \(.+\)$/),
  ]);
  expect(written).toEqual([
    ["a.csv", "a,b"],
    ["note.txt", "Remember"],
  ]);
  expect(await writeDocuments(pooled, files.slice(0, 2), signal)).toEqual([]);
  expect(written).toHaveLength(2);
});

test("a document that the interpreter would not take is not downloaded", async () => {
  const interpreter: PythonInterpreter = {
    id: "1",
    writeFile: async () => expect.fail("it is too large"),
    run: async () => expect.fail("nothing runs"),
    close: () => {},
  };
  let isCancelled = false;
  const body = new ReadableStream({
    cancel: () => {
      isCancelled = true;
    },
  });
  const headers = { "content-length": String(pythonLimits.fileBytes + 1) };
  vi.stubGlobal("fetch", async (path: string) =>
    path === "/original"
      ? new Response(body, { headers })
      : Response.json({ data: encodeBase64(JSON.stringify({ success: true, downloadUrl: "/original" })) }),
  );
  const pooled = { interpreter, documents: new Set<string>(), hasRun: false };
  const files = [{ name: "a.csv", source: { id: "s3://a" } }];
  expect(await writeDocuments(pooled, files, new AbortController().signal)).toEqual([
    "Documents that could not be read: a.csv (is too large)",
  ]);
  expect(isCancelled).toBe(true);
});
