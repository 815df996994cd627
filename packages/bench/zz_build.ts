import { pino } from "pino";
import { writeChunks } from "../server/src/modules/retrieval/service.ts";
import { migrate } from "../server/src/platform/db/migrate.ts";
import { openDatabase } from "../server/src/platform/db/openDatabase.ts";
import { createSyntheticText } from "./scenarios/retrieval/syntheticText.ts";
const log = pino({ level: "silent" });
const d = await openDatabase({ databaseUrl: null, dataDir: "/tmp/d-bench-db", log });
await migrate(d.db, log);
const text = createSyntheticText(1);
for (let i = 0; i < 1000; i++) {
  const id = `document-${i}`; const now = new Date();
  await d.db.insertInto("documents").values({ id, kind: "text", size: 1, state: "ready", created_at: now, state_changed_at: now }).execute();
  const chunks = Array.from({ length: 100 }, () => text.chunk());
  await writeChunks(d.db, id, (async function* () { yield chunks; })());
}
await d.close(); console.log("built");
