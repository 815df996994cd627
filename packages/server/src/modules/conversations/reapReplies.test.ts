import { sql } from "kysely";
import { expect, test } from "vitest";
import { transaction } from "../../platform/db/transaction.ts";
import { getOwnerId } from "../access/service.ts";
import { lockConversation } from "./repository.ts";
import { openTurn, reapAnswers, saveEndedAnswer } from "./service.ts";
import { createConversationTestbed } from "./testing/conversationTestbed.ts";

test("steps of a dead process no longer wait for an approval", async () => {
  const bed = await createConversationTestbed();
  const actor = await bed.createPerson();
  const turn = { conversationId: "c", modelId: "m", modelName: "M", parentId: null, replyId: "a", requestId: "r" };
  await openTurn(bed.platform, actor, { ...turn, messages: [{ id: "q", role: "user", content: "Hi" }] });
  const steps = ["waiting", "running", "done"].map((state) => ({ state }));
  await bed.platform.db
    .updateTable("messages")
    .set({ data: sql`data || ${JSON.stringify({ steps })}::jsonb` })
    .where("id", "=", "a")
    .execute();
  await reapAnswers(bed.platform, { ids: [bed.platform.processes.id], includesUnmarked: false });
  const row = await bed.platform.db.selectFrom("messages").selectAll().where("id", "=", "a").executeTakeFirstOrThrow();
  expect(row.data).toMatchObject({ steps: [{ state: "cancelled" }, { state: "cancelled" }, { state: "done" }] });
  await bed.close();
});

test("the reaper and a process that is saving an answer wait for each other without a deadlock", async () => {
  const bed = await createConversationTestbed("postgres");
  const actor = await bed.createPerson();
  const turn = { conversationId: "c", modelId: "m", modelName: "M", parentId: null, replyId: "a", requestId: "r" };
  await openTurn(bed.platform, actor, { ...turn, messages: [{ id: "q", role: "user", content: "Hi" }] });

  const locked = Promise.withResolvers<void>();
  // Starts outside the transaction, as in another process.
  const reaping = locked.promise.then(() =>
    reapAnswers(bed.platform, { ids: [bed.platform.processes.id], includesUnmarked: false }),
  );
  const reaperWaits = locked.promise.then(async () => {
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    while ((await waiting.execute(bed.platform.db)).rows.length === 0);
  });
  await transaction(bed.platform.db, async (tx) => {
    await lockConversation(tx, getOwnerId(actor), "c");
    locked.resolve();
    await reaperWaits;
    const reply = { id: "a", content: "whole", data: { run: { requestId: "r" }, end: { end: "done" as const } } };
    await saveEndedAnswer({ ...bed.platform, db: tx }, { ownerId: getOwnerId(actor), conversationId: "c" }, reply);
  });
  expect(await reaping).toBe(0);
  const row = await bed.platform.db.selectFrom("messages").selectAll().where("id", "=", "a").executeTakeFirstOrThrow();
  expect(row).toMatchObject({ content: "whole", data: { end: { end: "done" } } });
  await bed.close();
});
