import { sql } from "kysely";
import { test } from "vitest";
import { createTestApp } from "../testing/createTestApp.ts";
import { testDatabaseKinds } from "../testing/testDatabase.ts";
test.each(testDatabaseKinds)("%s", async (database) => {
  const server = await createTestApp({ database });
  const p = await server.signIn("a@b.cd");
  const db = server.platform.db;
  const u = p.actor.userId;
  for (const [c, n, len] of [["c1", 300, 2000], ["c2", 10000, 2000]] as const) {
    await sql`insert into conversations (owner_id,id,name,created_at,updated_at) values (${u}, ${c}, 'x', now(), now())`.execute(db);
    await sql`insert into messages (owner_id, conversation_id, id, role, content, data, created_at) select ${u}, ${c}, 'm'||n, 'user', repeat(md5(n::text), ${len}/32), '{"run":{"requestId":"abc"},"end":{"end":"done"},"modelName":"GPT"}', now() from generate_series(1, ${n}::int) n`.execute(db);
    await sql`analyze messages`.execute(db);
    const t = async (name: string, q: () => Promise<unknown>) => { await q(); const s = performance.now(); for (let i=0;i<20;i++) await q(); console.log(database, c, name, ((performance.now()-s)/20).toFixed(2), "ms"); };
    await t("count", () => sql`select count(*) from messages where owner_id=${u} and conversation_id=${c}`.execute(db));
    await t("count+sum octet", () => sql`select count(*), sum(octet_length(content)) from messages where owner_id=${u} and conversation_id=${c}`.execute(db));
    await t("count+sum octet+colsize", () => sql`select count(*), sum(octet_length(content)+coalesce(octet_length(label),0)+pg_column_size(data)) from messages where owner_id=${u} and conversation_id=${c}`.execute(db));
    await t("count+sum all", () => sql`select count(*), sum(octet_length(content)+coalesce(octet_length(label),0)+octet_length(data::text)) from messages where owner_id=${u} and conversation_id=${c}`.execute(db));
  }
  await server.close();
});
