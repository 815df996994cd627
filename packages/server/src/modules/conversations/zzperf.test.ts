import { sql } from "kysely";
import { test } from "vitest";
import { threadOf } from "@lectern/contract";
import { createConversationTestbed } from "./testing/conversationTestbed.ts";
import { openTurn } from "./service.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { listBranch, findMessages } from "./messages/repository.ts";
import { lockConversation, changeConversation } from "./repository.ts";
import { presentMessage } from "./present.ts";
test.each(["pglite","postgres"] as const)("perf %s", async (kind) => {
  const bed = await createConversationTestbed(kind);
  const actor = await bed.person(); const db = bed.platform.db;
  for (const n of [10, 300, 10000]) {
    const c = "c" + n;
    await openTurn(bed.platform, actor, { conversationId: c, modelId: "m", modelName: "M", parentId: null, messages: [{id:"q",role:"user",content:"x"}], replyId: "m0", requestId: "r0" });
    await sql`insert into messages (owner_id, conversation_id, id, parent_id, role, content, created_at) select ${actor.userId}, ${c}, 'm'||i, 'm'||(i-1), 'user', repeat('x', 500), now() from generate_series(1, ${n}::int) i`.execute(db);
    await sql`analyze`.execute(db);
    const place = { ownerId: actor.userId, conversationId: c };
    const med = async (name: string, f: () => unknown) => { const t: number[] = []; for (let i = 0; i < 40; i++) { const at = performance.now(); await f(); t.push(performance.now() - at); } console.log(kind, n, name, t.sort((a,b)=>a-b)[20]!.toFixed(2)); };
    const leaf = "m" + Math.min(n, 300);
    const rows = await listBranch(db, place, leaf);
    await med("empty tx", () => transaction(db, (tx) => sql`select 1`.execute(tx)));
    await med("lock", () => lockConversation(db, actor.userId, c));
    await med("find", () => findMessages(db, place, ["m1", leaf]));
    await med("branch", () => listBranch(db, place, leaf));
    await med("present", () => threadOf(rows.map(presentMessage), leaf));
    await med("change", () => changeConversation(db, actor.userId, c, { head_id: leaf }));
    let i = 0;
    await med("openTurn", () => { i++; return openTurn(bed.platform, actor, { conversationId: c, modelId: "m", modelName: "M", parentId: leaf, messages: [{id:"q"+i,role:"user",content:"x"}], replyId: "a"+i, requestId: "r"+i }); });
  }
  await bed.close();
}, 100000);
