import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { transaction } from "../../platform/db/transaction.ts";
import { type AccessTestbed, createAccessTestbed } from "../../testing/createAccessTestbed.ts";

import { insertService } from "./repository.ts";
import { createService, resolveRecipients } from "./service.ts";

describe("principals", () => {
  let bed: AccessTestbed;
  beforeAll(async () => {
    bed = await createAccessTestbed();
  });
  afterAll(() => bed.close());

  test("a service's id consists of the words of its name and six digits", async () => {
    const ada = await bed.createPerson("ada");
    expect((await createService(bed.platform, ada, { name: " Élan: grade_bot 2 " })).wireId).toMatch(
      /^Elan-grade-bot-2-\d{6}$/,
    );
    await expect(createService(bed.platform, ada, { name: "…" })).rejects.toMatchObject({ code: "invalidInput" });
    const service = { ...ada, principal: { id: "s", kind: "service" as const } };
    await expect(createService(bed.platform, service, { name: "Bot" })).rejects.toMatchObject({ code: "forbidden" });
  });

  test("two services do not get the same id, not even in another case", async () => {
    const bob = await bed.createPerson("bob");
    const insert = (wireId: string) => {
      const service = { id: randomUUID(), wireId, name: "Bot", createdAt: bed.clock.now() };
      return transaction(bed.platform.db, (tx) => insertService(tx, service, bob.principal.id));
    };
    expect(await insert("Bot-000001")).toBe(true);
    expect(await insert("bot-000001")).toBe(false);
    const principals = await bed.platform.db
      .selectFrom("principals")
      .leftJoin("services", "services.id", "principals.id")
      .where("kind", "=", "service")
      .where("services.id", "is", null)
      .select("principals.id")
      .execute();
    expect(principals).toEqual([]);
  });

  test("an address stands for the person who has proven it, and otherwise for itself", async () => {
    const [carol, dave] = [await bed.createPerson("carol"), await bed.createPerson("dave")];
    const { db } = bed.platform;
    await db.updateTable("users").set({ email_verified: false }).where("id", "=", dave.principal.id).execute();
    const recipients = await resolveRecipients(db, [" CAROL@example.org", dave.email, carol.principal.id, ""]);
    expect(Object.fromEntries(recipients)).toEqual({
      "carol@example.org": { principalId: carol.principal.id, email: null },
      "dave@example.org": { principalId: null, email: "dave@example.org" },
      [carol.principal.id]: { principalId: carol.principal.id, email: null },
    });
    for (const name of ["nobody", "Bot-999999", randomUUID()]) {
      await expect(resolveRecipients(db, [name])).rejects.toMatchObject({ code: "invalidInput" });
    }
  });
});
