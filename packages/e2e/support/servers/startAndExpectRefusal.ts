import { join } from "node:path";
import { expect } from "vitest";
import { startAndExpectExit } from "./startLectern.ts";
import { createTemporaryFolder, findFreePort } from "./temporary.ts";

/** Starts the server, checks that it exits with code 1 and without a stack trace, and returns its output. */
export async function startAndExpectRefusal(environment: Record<string, string>): Promise<string> {
  const folder = await createTemporaryFolder();
  // Prevents a start from discovering models elsewhere on this machine.
  const modelsEnvironment = {
    OPENAI_COMPATIBLE_URL: `http://127.0.0.1:${await findFreePort()}/v1`,
    LOG_LEVEL: "silent",
  };
  const serverEnvironment = { DATA_DIR: join(folder, "data"), PORT: "0", ...modelsEnvironment, ...environment };
  const { code, output } = await startAndExpectExit(serverEnvironment, folder);
  expect(code, output).toBe(1);
  expect(output).not.toMatch(/^\s+at /m);
  expect(output).not.toContain("node:internal");
  expect(output).not.toContain(" is running at http");
  return output.trim();
}
