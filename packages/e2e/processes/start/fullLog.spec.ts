import { existsSync } from "node:fs";
import { getUserSettings } from "@lectern/contract";
import { expect, onTestFinished, test, vi } from "vitest";
import { createApiClient } from "../../support/content/createApiClient.ts";
import { signInByHttp } from "../../support/content/signInByHttp.ts";
import { startProcess } from "../../support/servers/serverProcess.ts";
import { mainPath } from "../../support/servers/startLectern.ts";
import { createTemporaryFolder, findFreePort } from "../../support/servers/temporary.ts";

/** A file to which nothing can be written, as on a full disk. */
const fullFile = "/dev/full";

test.skipIf(!existsSync(fullFile))(
  "a server whose output is on a full disk starts, serves, counts what it could not log, and stops as usual",
  async () => {
    const cwd = await createTemporaryFolder();
    const port = await findFreePort();
    const url = `http://localhost:${port}`;
    const environment = { DATA_DIR: cwd, PORT: `${port}`, LOG_LEVEL: "info" };
    const program = ["-c", `exec "$0" "$1" > ${fullFile} 2>&1`, process.execPath, mainPath];
    const server = startProcess("/bin/sh", program, { cwd, environment });
    onTestFinished(() => server.signal("SIGKILL"));
    const waitOptions = { timeout: 60_000, interval: 100 };
    const get = async (path: string) => (await fetch(`${url}${path}`)).text();
    await vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), waitOptions);

    const { accessToken } = await signInByHttp(url, "ann@example.org");
    const api = createApiClient(url, accessToken);
    // Lines wait until there are too many.
    await vi.waitFor(async () => {
      for (let count = 0; count < 100; count++) await api.call(getUserSettings, {});
      expect(Number(/^lectern_log_lines_dropped_total (\d+)$/m.exec(await get("/metrics"))?.[1])).toBeGreaterThan(0);
    }, waitOptions);
    server.signal("SIGTERM");
    expect(await server.ended).toBe(0);
  },
);
