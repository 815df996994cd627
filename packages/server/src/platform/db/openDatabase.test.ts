import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createPostgresDatabase, getPreparedDataFolder } from "../../testing/testDatabase.ts";
import { embeddedMajorVersion } from "./embedded/openEmbedded.ts";
import { openEmbeddedThread } from "./embedded/openEmbeddedThread.ts";
import { migrate } from "./migrate.ts";
import { openDatabase } from "./openDatabase.ts";
import { describeDatabase } from "./testing/databaseConformance.ts";

const log = pino({ level: "silent" });
const createFolder = () => mkdtemp(join(tmpdir(), "lectern-database-"));
const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true });

describeDatabase("PGlite", async () => {
  const dataDir = await createFolder();
  return { databaseUrl: null, dataDir, remove: () => removeFolder(dataDir) };
});

describeDatabase("PostgreSQL", async () => {
  const { databaseUrl, drop } = await createPostgresDatabase("empty");
  return { databaseUrl, dataDir: "unused", remove: drop };
});

describe("the embedded database", () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await createFolder();
  });
  afterEach(() => removeFolder(dataDir));
  const open = () => openDatabase({ databaseUrl: null, dataDir, log });
  /** Copies an existing database, because creating one takes seconds. */
  const copyDatabase = async () => cp(await getPreparedDataFolder(), dataDir, { recursive: true });
  const matchOpenError = (pattern: RegExp) => ({
    name: "DatabaseOpenError",
    userMessage: expect.stringMatching(pattern),
  });

  test("every acknowledged row survives kill -9, and the dead process's lock is reclaimed", async () => {
    await copyDatabase();
    const child = startInserting(dataDir);
    let acknowledgedCount = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      acknowledgedCount = Number(line);
      if (acknowledgedCount === 200) child.kill("SIGKILL");
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    expect(acknowledgedCount).toBeGreaterThanOrEqual(200);

    const { db, close } = await open();
    const { rows } = await sql<{ n: number }>`select n from numbers order by n`.execute(db);
    const expected = Array.from({ length: acknowledgedCount }, (_, index) => index + 1);
    expect(rows.map((row) => row.n).slice(0, acknowledgedCount)).toEqual(expected);
    await close();
  }, 60_000);

  test("a second process is rejected with the pid of the first, and closing releases the folder", async () => {
    await copyDatabase();
    const { close } = await open();
    const secondChild = startInserting(dataDir);
    const output = (await secondChild.stdout.toArray()).join("");
    expect(output).toContain(`is in use by process ${process.pid}.`);
    await close();
    expect(readdirSync(dataDir)).toEqual(["database"]);
  }, 60_000);

  test("a database whose creation was interrupted is created again", async () => {
    mkdirSync(join(dataDir, "database", "base"), { recursive: true });
    writeFileSync(join(dataDir, "database", "PG_VERSION"), `${embeddedMajorVersion}\n`);
    writeFileSync(join(dataDir, "database.unfinished"), "");
    const { db, close } = await open();
    await migrate(db, log);
    const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(db);
    expect(rows[0]?.version).toMatch(new RegExp(`^${embeddedMajorVersion}\\.`));
    await close();
  }, 60_000);

  test("a database of another PostgreSQL major version is rejected and left untouched", async () => {
    mkdirSync(join(dataDir, "database"));
    writeFileSync(join(dataDir, "database", "PG_VERSION"), "17\n");
    await expect(open()).rejects.toMatchObject(matchOpenError(/created by PostgreSQL 17,.*dump.*restore/));
    expect(readdirSync(join(dataDir, "database"))).toEqual(["PG_VERSION"]);
    expect(existsSync(join(dataDir, "lock"))).toBe(false);
  });

  test("a folder that is not a database is rejected and left untouched", async () => {
    mkdirSync(join(dataDir, "database"));
    writeFileSync(join(dataDir, "database", "letter.txt"), "Dear");
    await expect(open()).rejects.toMatchObject(matchOpenError(/is not a database/));
    expect(readdirSync(join(dataDir, "database"))).toEqual(["letter.txt"]);
  });

  test("a damaged database is rejected with an explanation, and the folder is released", async () => {
    mkdirSync(join(dataDir, "database"));
    writeFileSync(join(dataDir, "database", "PG_VERSION"), `${embeddedMajorVersion}\n`);
    await expect(open()).rejects.toMatchObject(matchOpenError(/cannot be opened: ./));
    expect(existsSync(join(dataDir, "lock"))).toBe(false);
  });

  test("a data folder that cannot be created is rejected with its path", async () => {
    writeFileSync(join(dataDir, "file"), "");
    const pathBelowFile = join(dataDir, "file", "data");
    await expect(openDatabase({ databaseUrl: null, dataDir: pathBelowFile, log })).rejects.toMatchObject(
      matchOpenError(/file.data cannot be created or written \(ENOTDIR\)/),
    );
  });

  test("its thread delivers notifications, and rejects queries after it has ended", async () => {
    await copyDatabase();
    const client = await openEmbeddedThread(join(dataDir, "database"), log);
    const received = Promise.withResolvers<string>();
    const unlisten = await client.listen("news", received.resolve);
    const transaction = await client.begin();
    await transaction.query("select pg_notify('news', $1)", ["hello"]);
    await transaction.commit();
    expect(await received.promise).toBe("hello");
    await unlisten();
    await client.exec("select 1; select 2");
    await expect(transaction.query("select 1", [])).rejects.toThrow("this transaction has ended");
    await client.close();
    await client.close();
    await expect(client.query("select 1", [])).rejects.toThrow("has ended");
    await expect(client.begin()).rejects.toThrow("has ended");
  }, 60_000);
});

describe("an unusable PostgreSQL server", () => {
  const getOpenErrorMessage = async (databaseUrl: string): Promise<string> => {
    const error = await openDatabase({ databaseUrl, dataDir: "unused", log }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "DatabaseOpenError" });
    // the assertion has verified that it is a DatabaseOpenError
    const { userMessage, cause } = error as { userMessage: string; cause: unknown };
    expect(`${userMessage} ${JSON.stringify(cause)} ${String(cause)}`).not.toContain("s3cret");
    return userMessage;
  };

  test("is reported with its address if nothing listens there", async () => {
    // Port 9 (discard) is not served on loopback.
    expect(await getOpenErrorMessage("postgres://someone:s3cret@127.0.0.1:9/lectern")).toMatch(
      /^PostgreSQL at 127\.0\.0\.1:9\/lectern cannot be used: .*ECONNREFUSED/,
    );
  });

  test("is reported with its address if it closes the connection", async () => {
    const server = createServer((socket) => socket.destroy());
    await once(server.listen(0, "127.0.0.1"), "listening");
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    expect(await getOpenErrorMessage(`postgres://someone:s3cret@127.0.0.1:${port}/lectern`)).toContain(
      `PostgreSQL at 127.0.0.1:${port}/lectern cannot be used: `,
    );
    server.close();
  });

  test("is reported without the password if it rejects the password or has no such database", async () => {
    const { databaseUrl, drop } = await createPostgresDatabase();
    const url = new URL(databaseUrl);
    url.pathname = "/nowhere";
    expect(await getOpenErrorMessage(url.href)).toMatch(/cannot be used: database "nowhere" does not exist\.$/);
    url.password = "s3cret";
    expect(await getOpenErrorMessage(url.href)).toMatch(/cannot be used: password authentication failed/);
    await drop();
  });

  test("is reported without quoting DATABASE_URL if that is not a valid URL", async () => {
    expect(await getOpenErrorMessage("postgres://someone:s3cret@[bad/lectern")).toBe(
      "DATABASE_URL is not a valid URL.",
    );
  });
});

function startInserting(dataDir: string) {
  const script = fileURLToPath(new URL("./embedded/insertUntilKilled.ts", import.meta.url));
  return spawn(process.execPath, [script, dataDir], { stdio: ["ignore", "pipe", "inherit"] });
}
