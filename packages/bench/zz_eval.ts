import { pino } from "pino";
import { existsSync } from "node:fs";
import { readConfig } from "../server/src/config.ts";
import { searchByWords } from "../server/src/modules/retrieval/service.ts";
import { migrate } from "../server/src/platform/db/migrate.ts";
import { openDatabase } from "../server/src/platform/db/openDatabase.ts";
import { answers, readCorpus } from "./scenarios/retrieval/corpus.ts";
import { readDocuments } from "./scenarios/retrieval/readDocuments.ts";
const log = pino({ level: "silent" });
const dir = "/tmp/d-eval-db"; const fresh = !existsSync(dir);
const config = readConfig({ DATA_DIR: dir });
const { db, close } = await openDatabase({ databaseUrl: null, dataDir: dir, log });
await migrate(db, log);
const { questions, documents } = readCorpus();
if (fresh) console.log(await readDocuments({ config, db, log }, documents, (l) => console.log(l)));
const all = await db.selectFrom("chunks").select(["document_id", "content", "language", "tokens"]).execute();
console.log("chunks", all.length, JSON.stringify(Object.fromEntries(Object.entries(Object.groupBy(all, (c) => c.language)).map(([k, v]) => [k, v!.length]))), "mean tokens", all.reduce((s, c) => s + c.tokens, 0) / all.length);
const ids = documents.map((d) => d.file);
const rows: { kind: string; language: string; rank: number; id: string; possible: boolean }[] = [];
const times: number[] = [];
for (const q of questions) {
  const t = performance.now();
  const p10 = await searchByWords({ db }, { question: q.question, documentIds: ids, limit: 10 });
  times.push(performance.now() - t);
  const p5 = await searchByWords({ db }, { question: q.question, documentIds: ids, limit: 5 });
  const hit5 = p5.some((p) => p.documentId === q.file && answers(p.content, q));
  let rank = p10.findIndex((p) => p.documentId === q.file && answers(p.content, q)) + 1;
  if (rank === 0) rank = Infinity;
  const possible = all.some((c) => c.document_id === q.file && answers(c.content, q));
  rows.push({ kind: q.kind, language: q.language, rank: hit5 ? Math.min(rank, 5) : Math.max(rank, 6), id: q.id, possible });
}
const table = (name: string, r: typeof rows) => console.log(name.padEnd(24), String(r.length).padStart(4), ["r@5", r.filter((x) => x.rank <= 5).length / r.length, "r@10", r.filter((x) => x.rank <= 10).length / r.length, "mrr", r.reduce((s, x) => s + 1 / x.rank, 0) / r.length].map((x) => typeof x === "number" ? x.toFixed(3) : x).join(" "));
for (const kind of ["sharesWords", "paraphrase"]) {
  table(kind, rows.filter((r) => r.kind === kind));
  for (const l of new Set(rows.map((r) => r.language))) table(`  ${kind} ${l}`, rows.filter((r) => r.kind === kind && r.language === l));
}
console.log("not in one chunk:", rows.filter((r) => !r.possible).map((r) => r.id).join(" "));
if (process.argv[2]) console.log("missed sharesWords:", rows.filter((r) => r.kind === "sharesWords" && r.rank > 5).map((r) => `${r.id}:${r.rank}`).join(" "));
times.sort((a, b) => a - b); console.log("p50", times[times.length >> 1], "p95", times[Math.floor(times.length * 0.95)]);
await close();
