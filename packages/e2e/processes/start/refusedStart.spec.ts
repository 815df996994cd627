import { describe, expect, test } from "vitest";
import { startAndExpectRefusal } from "../../support/servers/startAndExpectRefusal.ts";
import { findFreePort } from "../../support/servers/temporary.ts";

describe("a start that cannot work says why in one message and ends", () => {
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

  test("when PostgreSQL is unreachable, without showing its password", async () => {
    const port = await findFreePort();
    const output = await startAndExpectRefusal({
      DATABASE_URL: `postgres://lectern:hidden-pass-word@127.0.0.1:${port}/institution`,
      SECRET_KEY: "a secret of this test alone",
    });
    expect(output).toContain(`PostgreSQL at 127.0.0.1:${port}/institution cannot be used: `);
    expect(output).not.toContain("hidden-pass-word");
  });
});
