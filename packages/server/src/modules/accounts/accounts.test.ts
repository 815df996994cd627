import { type Account, getAccounts, saveAccounts } from "@lectern/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/createTestApp.ts";

const unlimited = { period: "Unlimited", rate: "0" } as const;
const general: Account = {
  id: "general_account",
  name: "No COA On File",
  rateLimit: unlimited,
  isDefault: true,
};
const physics: Account = {
  id: "110.04.4100",
  name: "Physics",
  rateLimit: { period: "Monthly", rate: "12.50" },
  isDefault: false,
};

describe("accounts", () => {
  let server: TestApp;
  beforeAll(async () => {
    server = await createTestApp();
  });
  afterAll(() => server?.close());

  const load = async (person: TestPerson) => (await person.proxy(getAccounts, {})).result;
  const save = (person: TestPerson, accounts: Account[], revision?: string) =>
    person.proxy(saveAccounts, { accounts, ...(revision === undefined ? {} : { revision }) });

  test("[A3.04 A7.10 A9.07] are at first the general one, unlimited with the rate 0, over REST, too", async () => {
    const person = await server.signIn("new@example.org");
    const response = await server.app.inject({
      method: "GET",
      url: "/state/accounts/get",
      headers: { authorization: `Bearer ${person.token}` },
    });
    expect(response.json()).toEqual({
      success: true,
      data: { accounts: [general], revision: expect.any(String), coaPattern: expect.any(String) },
    });
  });

  test("[A3.04 A7.11 A5.28] are saved in their order with names, limits and the default, for their owner only", async () => {
    const person = await server.signIn("person@example.org");
    const other = await server.signIn("other@example.org");
    const accounts = [
      { ...physics, isDefault: true },
      { ...general, isDefault: false },
    ];
    const response = await server.app.inject({
      method: "POST",
      url: "/state/accounts/save",
      headers: { authorization: `Bearer ${person.token}` },
      payload: { data: { accounts } },
    });
    expect(response.json()).toMatchObject({ success: true });
    const saved = [{ ...physics, rateLimit: { period: "Monthly", rate: "12.5" }, isDefault: true }, accounts[1]];
    expect((await load(person)).accounts).toEqual(saved);
    expect((await load(other)).accounts).toEqual([general]);
    const odd = { ...physics, rateLimit: { period: "Monthly" as const, rate: "twelve" } };
    expect(await save(person, [general, odd])).toMatchObject({
      status: 400,
      body: { issues: [{ path: "accounts.1.rateLimit.rate", message: "must be an amount such as 12.50" }] },
    });
    expect((await load(person)).accounts).toEqual(saved);
  });

  test.each([
    [
      "[A5.25] without the general one",
      [{ ...physics, isDefault: true }],
      "The account ‘No COA On File’ cannot be deleted.",
    ],
    ["with a renamed general one", [{ ...general, name: "Mine" }], "The account ‘No COA On File’ cannot be renamed."],
    ["without a default", [{ ...general, isDefault: false }, physics], "Exactly one account must be the default."],
    ["with two defaults", [general, { ...physics, isDefault: true }], "Exactly one account must be the default."],
    [
      "[A5.26] with one name twice",
      [general, physics, { ...physics, id: "2.3.4", name: "PHYSICS " }],
      "Each account must have its own name.",
    ],
    [
      "with one COA string twice",
      [general, physics, { ...physics, name: "Chemistry" }],
      "Each account must have its own COA string.",
    ],
  ])("a list %s is not saved", async (_, accounts, message) => {
    const person = await server.signIn("strict@example.org");
    expect(await save(person, accounts)).toMatchObject({ status: 400, body: { message } });
    expect((await load(person)).accounts).toEqual([general]);
  });

  test("[A5.24] an empty list is not saved", async () => {
    const person = await server.signIn("none@example.org");
    const message = "You must have at least one account.";
    expect(await save(person, [])).toMatchObject({ status: 400, body: { message } });
    expect((await load(person)).accounts).toEqual([general]);
  });

  test("[A5.26] an account needs a name and a COA string", async () => {
    const person = await server.signIn("blank@example.org");
    for (const [field, account] of [
      ["name", { ...physics, name: " " }],
      ["id", { ...physics, id: " " }],
    ] as const) {
      const rejection = await save(person, [general, account]);
      expect(rejection).toMatchObject({ status: 400, body: { issues: [{ path: `accounts.1.${field}` }] } });
    }
  });

  test("a list that another tab has changed is not overwritten", async () => {
    const person = await server.signIn("tabs@example.org");
    const { revision } = await load(person);
    const first = await save(person, [general, physics], revision);
    expect(first.status).toBe(200);
    expect(await save(person, [general], revision)).toMatchObject({
      status: 409,
      body: { message: "Your accounts were changed somewhere else. Please reload them and try again." },
    });
    expect((await load(person)).accounts).toHaveLength(2);
    expect((await save(person, [general], first.result.revision)).status).toBe(200);
    expect((await load(person)).accounts).toEqual([general]);
  });
});
