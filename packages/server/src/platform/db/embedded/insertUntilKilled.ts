import { sql } from "kysely";
import { pino } from "pino";
import { DatabaseOpenError } from "../databaseOpenError.ts";
import { openDatabase } from "../openDatabase.ts";

// A child process of openDatabase.test.ts: inserts 1, 2, 3 and so on into the embedded database of the given folder
// until it is killed. It prints each number after the database has acknowledged it.
try {
  const { db } = await openDatabase({
    databaseUrl: null,
    dataDir: String(process.argv[2]),
    log: pino({ level: "silent" }),
  });
  await sql`create table if not exists numbers (n integer primary key)`.execute(db);
  for (let n = 1; ; n += 1) {
    await sql`insert into numbers values (${n})`.execute(db);
    process.stdout.write(`${n}\n`);
  }
} catch (error) {
  process.stdout.write(error instanceof DatabaseOpenError ? error.userMessage : String(error));
  process.exitCode = 1;
}
