import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createPostgresDatabase } from "../../../server/src/testing/testDatabase.ts";
import { startAndExpectExit, startLectern } from "../../support/startLectern.ts";
import { createTemporaryFolder, findFreePort, occupyPort } from "../../support/temporary.ts";

/** Prevents a start from discovering models elsewhere on this machine. */
async function withoutModels() {
  return { OPENAI_COMPATIBLE_URL: `http://127.0.0.1:${await findFreePort()}/v1`, LOG_LEVEL: "silent" };
}

/** Starts the server, checks that it refused with an exit code, and returns its message. */
async function startAndExpectRefusal(environment: Record<string, string>): Promise<string> {
  const folder = await createTemporaryFolder();
  const given = { DATA_DIR: join(folder, "data"), PORT: "0", ...(await withoutModels()), ...environment };
  const { code, output } = await startAndExpectExit(given, folder);
  expect(code, output).toBe(1);
  expect(output).not.toMatch(/^\s+at /m);
  expect(output).not.toContain("node:internal");
  expect(output).not.toContain(" is running at http");
  return output.trim();
}

describe("a start that cannot work says why in one message and ends", () => {
  test("when the port is taken", async () => {
    const port = await occupyPort();
    expect(await startAndExpectRefusal({ PORT: String(port), HOST: "127.0.0.1" })).toBe(
      `Another program is already using port ${port} on 127.0.0.1. Stop it, or choose a different port, for example PORT=3001.`,
    );
  });

  test("when a running Lectern already uses the data folder, naming its process", async () => {
    const first = await startLectern(await withoutModels());
    onTestFinished(() => first.close());
    expect(await startAndExpectRefusal({ DATA_DIR: first.dataDir })).toBe(
      `The data folder ${first.dataDir} is in use by process ${first.pid()}. ` +
        "Stop that Lectern first, or set DATA_DIR to another folder.",
    );
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  });

  test("when the data folder is a file or is below one", async () => {
    const file = join(await createTemporaryFolder(), "file");
    await writeFile(file, "not a folder");
    const below = join(file, "data");
    const advice = "Set DATA_DIR to a folder that this user can write to.";
    expect(await startAndExpectRefusal({ DATA_DIR: file })).toBe(
      `Cannot write to ${file}: it is not a folder. ${advice}`,
    );
    expect(await startAndExpectRefusal({ DATA_DIR: below })).toBe(
      `Cannot write to ${below}: part of this path is not a folder. ${advice}`,
    );
    const withSecret = { SECRET_KEY: "a secret of this test alone" };
    expect(await startAndExpectRefusal({ DATA_DIR: file, ...withSecret })).toContain(
      `The data folder ${file} cannot be created`,
    );
  });

  test("when the configuration is invalid, listing everything that is wrong", async () => {
    const output = await startAndExpectRefusal({
      PORT: "eighty",
      PUBLIC_URL: "lectern.example.org",
      ADMINS: "ann@example.org, dean",
      SECRET_KEY: "short",
      LOG_LEVEL: "loud",
    });
    const [first, ...problems] = output.split("\n");
    expect(first).toBe("Invalid configuration:");
    const named = new Set(problems.map((line) => line.trim().split(" ")[0]));
    expect(named).toEqual(new Set(["PORT", "PUBLIC_URL", "ADMINS", "SECRET_KEY", "LOG_LEVEL"]));
    expect(output).not.toContain("short");
  });

  test("when anybody could reach the sign-in that accepts any e-mail address", async () => {
    const output = await startAndExpectRefusal({ HOST: "0.0.0.0", PUBLIC_URL: "https://lectern.example.org" });
    expect(output).toMatch(/HOST is 0\.0\.0\.0, which other machines can reach.*set OIDC_ISSUER/);
    expect(output.split("\n")).toHaveLength(2);
  });

  test("when PostgreSQL is unreachable or disconnects, without showing its password", async () => {
    const address = (port: number) => `postgres://lectern:hidden-pass-word@127.0.0.1:${port}/institution`;
    const secret = { SECRET_KEY: "a secret of this test alone" };
    for (const port of [await findFreePort(), await occupyPort()]) {
      const output = await startAndExpectRefusal({ DATABASE_URL: address(port), ...secret });
      expect(output).toContain(`PostgreSQL at 127.0.0.1:${port}/institution cannot be used: `);
      expect(output).not.toContain("hidden-pass-word");
    }
  });

  test("when PostgreSQL rejects the password, without showing it", async () => {
    const { databaseUrl, drop } = await createPostgresDatabase("empty");
    onTestFinished(drop);
    const wrong = new URL(databaseUrl);
    wrong.password = "hidden-pass-word";
    const output = await startAndExpectRefusal({ DATABASE_URL: wrong.href, SECRET_KEY: "a secret of this test alone" });
    expect(output).toContain("cannot be used: password authentication failed");
    expect(output).not.toContain("hidden-pass-word");
  });

  test("when DATABASE_URL is set without the SECRET_KEY that all processes share", async () => {
    const url = `postgres://lectern:hidden-pass-word@127.0.0.1:${await findFreePort()}/institution`;
    const output = await startAndExpectRefusal({ DATABASE_URL: url });
    expect(output).toContain("SECRET_KEY is required with DATABASE_URL");
    expect(output).not.toContain("hidden-pass-word");
  });
});
