import { PGlite, protocol as root } from "@electric-sql/pglite";
const db = await PGlite.create({ startParams: [...PGlite.defaultStartParams, "-c", "shared_buffers=32MB"] });
await db.exec(`create table models (id text primary key, name text, a int, b jsonb, c numeric, d timestamptz default now()); insert into models select 'm'||g, 'name'||g, g, '{"a":1}', 1.5 from generate_series(1,20) g`);
const sql = `select "id","name","a","b","c","d" from "models" where "id" = $1`;
const N = 3000;
async function time(name: string, f: (i: number) => Promise<unknown>) {
  for (let i = 0; i < 500; i++) await f(i);
  const c = process.cpuUsage(); const t = performance.now();
  for (let i = 0; i < N; i++) await f(i);
  const u = process.cpuUsage(c);
  console.log(name, ((performance.now() - t) * 1000 / N).toFixed(0), "µs wall", ((u.user + u.system) / N).toFixed(0), "µs cpu");
}
await time("query", (i) => db.query(sql, ["m" + (i % 20)]));


const { serialize } = root as any;
const { parse } = await import("@electric-sql/pglite");
const concat = (parts: Uint8Array[]) => Buffer.concat(parts);
await db.execProtocol(concat([serialize.parse({ name: "s1", text: sql }), serialize.sync()]), { syncToFs: false });
await time("prepared, one exchange", async (i) => {
  const { messages } = await db.execProtocol(concat([serialize.bind({ statement: "s1", values: ["m" + (i % 20)] }), serialize.describe({ type: "P" }), serialize.execute({}), serialize.sync()]), { syncToFs: false });
  return parse.parseResults(messages as any, db.parsers as any)[0];
});
await time("unprepared, one exchange", async (i) => {
  const { messages } = await db.execProtocol(concat([serialize.parse({ text: sql }), serialize.bind({ values: ["m" + (i % 20)] }), serialize.describe({ type: "P" }), serialize.execute({}), serialize.sync()]), { syncToFs: false });
  return parse.parseResults(messages as any, db.parsers as any)[0];
});
await time("query again", (i) => db.query(sql, ["m" + (i % 20)]));
