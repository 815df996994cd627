import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Actor, GateRequest } from "../../core/context.ts";
import { type AccessTestbed, createAccessTestbed } from "../../testing/createAccessTestbed.ts";
import { overrideFeature } from "../../testing/overrideFeature.ts";

import { loadActor } from "../identity/service.ts";
import { createService } from "../principals/service.ts";
import { disclosureGate } from "./disclosureGate.ts";
import { insertAcceptance } from "./repository.ts";
import { selectAcceptedDisclosure } from "./service.ts";

const request: GateRequest = { keyScopes: [], isDisclosureExempt: false, weight: 1 };

describe("the data disclosure", () => {
  let bed: AccessTestbed;
  let count = 0;
  beforeAll(async () => {
    bed = await createAccessTestbed();
  });
  beforeEach(async () => {
    overrideFeature("dataDisclosure", { isFinished: true, isOnByDefault: true });
    await bed.platform.db.deleteFrom("settings").execute();
    bed.clock.advance(1_000);
  });
  afterAll(() => bed.close());

  async function configure(value: object): Promise<void> {
    const row = { name: "dataDisclosure", value: JSON.stringify(value), updated_at: bed.clock.now() };
    const { db } = bed.platform;
    await db.deleteFrom("settings").where("name", "=", "dataDisclosure").execute();
    await db.insertInto("settings").values(row).execute();
  }

  const createPerson = () => bed.createPerson(`person${count++}`);
  async function accept(person: Actor, version: string): Promise<void> {
    bed.clock.advance(2_000); // also expires what is cached about the person
    const row = { principal_id: person.principal.id, version, accepted_at: bed.clock.now() };
    await bed.platform.db.insertInto("disclosure_acceptances").values(row).execute();
  }
  /** Passes the gate as the person is loaded from the database. */
  async function pass(person: Actor, more: Partial<GateRequest> = {}): Promise<void> {
    const actor = await loadActor(bed.platform, person.principal.id, "link");
    if (!actor) throw new Error("there is no such person");
    await disclosureGate(bed.platform, actor, { ...request, ...more });
  }
  const required = {
    code: "forbidden",
    userMessage: "Please accept the data disclosure agreement first.",
    fields: { error: "DisclosureRequired" },
  };

  test("a person who has not accepted the present version is told to, until they accept it", async () => {
    await configure({ version: "2" });
    const person = await createPerson();
    await expect(pass(person)).rejects.toMatchObject(required);
    await accept(person, "1");
    await expect(pass(person)).rejects.toMatchObject(required);
    await accept(person, "2");
    await pass(person);
  });

  test("another person's acceptance does not count", async () => {
    await configure({ version: "2" });
    await accept(await createPerson(), "2");
    await expect(pass(await createPerson())).rejects.toMatchObject(required);
  });

  test("a new version has to be accepted within a second, and an earlier one again if it comes back", async () => {
    await configure({ version: "1" });
    const person = await createPerson();
    await accept(person, "1");
    await pass(person);
    await configure({ version: "2" });
    bed.clock.advance(1_000);
    await expect(pass(person)).rejects.toMatchObject(required);
    await accept(person, "2");
    await configure({ version: "1" });
    bed.clock.advance(1_000);
    await expect(pass(person)).rejects.toMatchObject(required);
  });

  test("accepting again changes the time only if another version has been accepted since", async () => {
    const { db } = bed.platform;
    const person = await createPerson();
    const principalId = person.principal.id;
    const send = async (version: string) => {
      bed.clock.advance(2_000);
      const now = bed.clock.now();
      await insertAcceptance(db, { principalId, version, now });
      return now;
    };
    const listTimes = async () => {
      const acceptances = db.selectFrom("disclosure_acceptances").where("principal_id", "=", principalId);
      return Object.fromEntries((await acceptances.selectAll().execute()).map((row) => [row.version, row.accepted_at]));
    };
    const first = await send("1");
    await send("1");
    expect(await listTimes()).toEqual({ 1: first });
    const second = await send("2");
    await configure({ version: "1" });
    bed.clock.advance(1_000);
    await expect(pass(person)).rejects.toMatchObject(required);
    const again = await send("1");
    expect(await listTimes()).toEqual({ 1: again, 2: second });
    bed.clock.advance(2_000);
    await pass(person);
  });

  test("what the agreement itself needs passes", async () => {
    await configure({ version: "2" });
    await pass(await createPerson(), { isDisclosureExempt: true });
  });

  test.each([{}, { version: 2 }, []])("without a version in the settings %j, everybody passes", async (value) => {
    await configure(value);
    await pass(await createPerson());
  });

  test("without settings, everybody passes", async () => {
    await pass(await createPerson());
  });

  test("[A6.09] while the feature is unfinished or switched off, everybody passes", async () => {
    await configure({ version: "2" });
    const person = await createPerson();
    overrideFeature("dataDisclosure", { isFinished: true, isOnByDefault: false });
    await pass(person);
    overrideFeature("dataDisclosure", { isFinished: false, isOnByDefault: true });
    await pass(person);
  });

  test("while the feature is unfinished, nothing is read for it", async () => {
    overrideFeature("dataDisclosure", { isFinished: false, isOnByDefault: true });
    const person = await createPerson();
    const read = vi.spyOn(bed.platform.db, "selectFrom");
    await disclosureGate({ ...bed.platform, state: new Map() }, person, request);
    expect(read).not.toHaveBeenCalled();
  });

  test("a service has accepted what its owner has accepted", async () => {
    const { db } = bed.platform;
    const owner = await createPerson();
    const service = await createService(bed.platform, owner, { name: "A program" });
    const findAccepted = async () => {
      const version = selectAcceptedDisclosure(sql.val(service.id));
      const { rows } = await sql<{ version: string | null }>`select ${version} as version`.execute(db);
      return rows[0]?.version;
    };
    expect(await findAccepted()).toBeNull();
    await accept(owner, "3");
    expect(await findAccepted()).toBe("3");
  });
});
