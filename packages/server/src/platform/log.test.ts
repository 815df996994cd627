import fs from "node:fs";
import { expect, test, vi } from "vitest";
import { AppError } from "../core/appError.ts";
import { countDroppedLines, createLog } from "./log.ts";

function captureLog(write: (log: ReturnType<typeof createLog>) => void): {
  text: string;
  lines: Record<string, unknown>[];
} {
  let text = "";
  const append = (part: string) => {
    text += part;
  };
  write(createLog("debug", { write: append }));
  return { text, lines: text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)])) };
}

test("logs the type, message, stack and kind of an error and of its cause", () => {
  const cause = Object.assign(new TypeError("no connection"), {
    code: "ECONNREFUSED",
    errno: -111,
    syscall: "connect",
  });
  const { lines } = captureLog((log) => log.error({ err: new Error("could not ask", { cause }) }, "failed"));
  expect(lines).toMatchObject([
    {
      msg: "failed",
      err: {
        type: "Error",
        message: "could not ask",
        stack: expect.stringContaining("log.test.ts"),
        cause: { type: "TypeError", message: "no connection", code: "ECONNREFUSED", errno: -111, syscall: "connect" },
      },
    },
  ]);
});

test("does not log what libraries attach to errors: requests, replies, parameters, headers", () => {
  const error = Object.assign(new Error("refused"), {
    requestBodyValues: { messages: [{ content: "secret-content" }] },
    responseHeaders: { "set-cookie": "secret-cookie" },
    params: ["secret-parameter"],
    detail: "Key (content)=(secret-row)",
    url: "https://user:secret-password@host/",
    config: { headers: { authorization: "Bearer secret-token" } },
    errors: [new Error("secret-inner")],
    cause: Object.assign(new Error("inner"), { body: "secret-body" }),
  });
  const { text, lines } = captureLog((log) => log.error({ err: error }, "failed"));
  expect(lines).toHaveLength(1);
  expect(text).not.toContain("secret-");
});

test("logs only the code and the cause of an error whose message is written for a person", () => {
  const error = new AppError("notFound", {
    userMessage: "The document “secret-name” does not exist.",
    cause: new AppError("unavailable", { userMessage: "“secret-name” couldn’t be read." }),
  });
  const { text, lines } = captureLog((log) => log.error({ err: error }, "failed"));
  expect(lines).toMatchObject([{ err: { message: "notFound", cause: { message: "unavailable" } } }]);
  expect(text).not.toContain("secret-name");
});

test("writes one line per entry whatever it contains, and truncates long messages", () => {
  const hostile = `a\n{"level":60,"msg":"forged"}\r\n\u001b[2J\u2028${"x".repeat(100_000)}`;
  const { text, lines } = captureLog((log) => {
    log.error({ err: new Error(hostile), code: hostile.slice(0, 50), user: hostile.slice(0, 50) }, "failed");
    const circular = new Error("circular");
    circular.cause = circular;
    log.error({ err: circular }, "again");
    log.error({ err: "no error at all: secret" }, "text");
  });
  expect(lines.map(({ msg }) => msg)).toEqual(["failed", "again", "text"]);
  expect(text.length).toBeLessThan(20_000);
  expect(text).not.toContain("\u001b");
  expect(text).not.toContain("secret");
});

test("a full disk stops nothing: lines are dropped and counted, and the log says so once it can be written", async () => {
  let isFull = true;
  let text = "";
  const writeSync = vi.spyOn(fs, "writeSync").mockImplementation((_fd, data) => {
    if (isFull) throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
    text += String(data);
    return Buffer.byteLength(String(data));
  });
  try {
    const log = createLog("info");
    for (let index = 0; index < 3_000; index++) log.info({ index }, "x".repeat(100));
    const droppedLines = countDroppedLines(log.child({}));
    expect(droppedLines).toBeGreaterThan(1_000);
    isFull = false;
    log.info("again");
    log.info("and again");
    await Promise.resolve();
    const lines = text.trimEnd().split("\n");
    const entries = lines.map((line): Record<string, unknown> => JSON.parse(line));
    expect(entries.filter(({ index }) => index !== undefined)).toHaveLength(3_000 - droppedLines);
    expect(entries.find(({ count }) => count !== undefined)).toMatchObject({ msg: expect.stringContaining("dropped") });
    expect(entries.some(({ msg }) => msg === "and again")).toBe(true);
  } finally {
    writeSync.mockRestore();
  }
});
