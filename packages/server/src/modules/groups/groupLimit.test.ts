import { createGroup, deleteGroup } from "@lectern/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/createTestApp.ts";
import { createManualClock } from "../../testing/manualClock.ts";
import { overrideFeature } from "../../testing/overrideFeature.ts";

const dayMs = 24 * 60 * 60 * 1_000;

describe("the number of groups", () => {
  const clock = createManualClock();
  let server: TestApp;
  beforeAll(async () => {
    const environment = { ADMINS: "site@uni.edu", GROUPS_PER_PERSON: "2" };
    server = await createTestApp({ clock, environment });
  });
  beforeEach(() => overrideFeature("createAstAdminGroups", { isFinished: true, isOnByDefault: true }));
  afterAll(() => server.close());

  let count = 0;
  const create = (person: TestPerson) => person.proxy(createGroup, { group_name: `Group ${++count}` });
  const createAtOnce = async (person: TestPerson) =>
    (await Promise.all([create(person), create(person), create(person)])).map(({ status }) => status).toSorted();

  test("a person creates as many groups as allowed, also at once, and is told what to do", async () => {
    const ada = await server.signIn("ada@uni.edu");
    expect(await createAtOnce(ada)).toEqual([200, 200, 413]);
    expect((await create(ada)).body).toMatchObject({
      message:
        "You have created 2 groups, as many as this server allows. Please delete groups that are no longer used, which count for another 30 days, or ask an administrator of this site to create the group.",
    });
    expect((await create(await server.signIn("bob@uni.edu"))).status).toBe(200);
  });

  test("a deleted group counts for as long as its files are stored", async () => {
    let carol = await server.signIn("carol@uni.edu");
    const { id } = (await create(carol)).result;
    await create(carol);
    expect((await carol.proxy(deleteGroup, { group_id: id })).status).toBe(200);
    expect((await create(carol)).status).toBe(413);
    clock.advance(30 * dayMs + 1);
    carol = await server.signIn("carol@uni.edu");
    expect([(await create(carol)).status, (await create(carol)).status]).toEqual([200, 413]);
  });

  test("site administrators create any number", async () => {
    expect(await createAtOnce(await server.signIn("site@uni.edu"))).toEqual([200, 200, 200]);
  });
});
