import { type Account, getSpending, type RateLimitInfo, saveAccounts } from "@lectern/contract";
import { afterEach, describe, expect, test } from "vitest";
import type { TestPerson } from "../../testing/createTestApp.ts";
import { type ChatServer, readStream, startChatServer } from "../../testing/startChatServer.ts";

let server: ChatServer;
let now = new Date();
afterEach(() => server.close());

/** Starts a server whose models cost a dollar per output token and nothing for input. */
async function startServer(environment: Record<string, string> = {}) {
  now = new Date("2026-11-21T14:37:05.500Z");
  server = await startChatServer({ environment, clock: { now: () => now } });
  await server.platform.db
    .updateTable("models")
    .set({ input_token_cost: "0", output_token_cost: "1000", cached_token_cost: null })
    .execute();
}

const general: Account = {
  id: "general_account",
  name: "No COA On File",
  rateLimit: { period: "Unlimited", rate: "0" },
  isDefault: true,
};
const createAccount = (id: string, name: string, rate: string, isDefault = false): Account => ({
  ...{ id, name, isDefault },
  rateLimit: { period: "Daily", rate },
});
const save = async (accounts: Account[], person: TestPerson = server.ann) =>
  expect((await person.proxy(saveAccounts, { accounts })).status).toBe(200);

/** Requests an answer of `tokens` words, which an account pays for, and reads the response to its end. */
async function ask(tokens: number, accountId?: string | null, person: TestPerson = server.ann) {
  const options = accountId === undefined ? {} : { options: { accountId } };
  const response = await server.post(server.ask(`[[tokens:${tokens}]]`, { max_tokens: 10, ...options }), { person });
  const { status, text } = await readStream(response);
  return { status, failure: status === 200 ? {} : (JSON.parse(text) as Record<string, unknown>) };
}

const listPayers = async () => {
  const rows = await server.platform.db
    .selectFrom("usage")
    .select("account_id")
    .where("purpose", "=", "chat")
    .orderBy("opened_at")
    .execute();
  return rows.map(({ account_id }) => account_id);
};
const loadSpending = async (person: TestPerson = server.ann): Promise<RateLimitInfo[]> =>
  (await person.proxy(getSpending, {})).result.limits;

/** Sessions are read again after two seconds. */
const passTime = () => {
  now = new Date(now.getTime() + 3_000);
};

describe("the account of a call", () => {
  test("is the one that the call names, or else the person's default; one that is not on the list is refused", async () => {
    await startServer();
    await save([general, createAccount("1.2.3", "Physics", "100")]);
    expect((await ask(1)).status).toBe(200);
    passTime();
    expect((await ask(1, "1.2.3")).status).toBe(200);
    await save([{ ...general, isDefault: false }, createAccount("1.2.3", "Physics", "100", true)]);
    passTime();
    for (const accountId of [undefined, null, "general_account"]) {
      expect((await ask(1, accountId)).status).toBe(200);
      passTime();
    }
    const payers = ["general_account", "1.2.3", "1.2.3", "1.2.3", "general_account"];
    expect(await listPayers()).toEqual(payers);
    const bob = await server.signIn("bob@example.org");
    const message = "This account is not on your list any more. Please choose another one.";
    expect(await ask(1, "1.2.3", bob)).toMatchObject({ status: 400, failure: { message } });
    expect(await listPayers()).toEqual(payers);
  });

  test("has a limit of its own, which the error names, and which counts for its owner only", async () => {
    await startServer({ LIMIT_DAILY: "100" });
    const bob = await server.signIn("bob@example.org");
    for (const person of [server.ann, bob]) {
      await save([general, createAccount("1.2.3", "Physics", "5")], person);
    }
    expect((await ask(6, "1.2.3")).status).toBe(200);
    expect(await ask(1, "1.2.3")).toMatchObject({
      status: 429,
      failure: {
        code: "rateLimited",
        message: "Your account ‘Physics’ has used its $5.00 for today. The limit resets on November 22 at 00:00 UTC.",
        rateLimitInfo: { scope: "account", name: "Physics", period: "Daily", limit: 5, spent: 6 },
      },
    });
    expect((await ask(1)).status).toBe(200);
    expect((await ask(1, "1.2.3", bob)).status).toBe(200);
  });

  test("does not get around the person's limit, which counts all accounts", async () => {
    await startServer({ LIMIT_DAILY: "8" });
    await save([general, createAccount("1.2.3", "Physics", "100"), createAccount("4.5.6", "Biology", "100")]);
    expect((await ask(5, "1.2.3")).status).toBe(200);
    expect((await ask(3, "4.5.6")).status).toBe(200);
    const { failure } = await ask(1);
    expect(failure).toMatchObject({ rateLimitInfo: { period: "Daily", limit: 8, spent: 8 } });
    expect(failure.rateLimitInfo).not.toHaveProperty("scope");
  });

  test("shows its limit beside the person's where it is the default", async () => {
    await startServer({ LIMIT_DAILY: "8" });
    await save([{ ...general, isDefault: false }, createAccount("1.2.3", "Physics", "5", true)]);
    passTime();
    await ask(2);
    expect(await loadSpending()).toEqual([
      { period: "Daily", limit: 8, spent: 2, resetsAt: "2026-11-22T00:00:00.000Z" },
      {
        ...{ scope: "account", name: "Physics" },
        period: "Daily",
        limit: 5,
        spent: 2,
        resetsAt: "2026-11-22T00:00:00.000Z",
      },
    ]);
  });

  test("of fifty calls at once, no more are made than the account's limit and one answer's highest cost allow", async () => {
    await startServer({ ANSWERS_AT_ONCE: "100", REQUESTS_PER_MINUTE: "100000" });
    await save([general, createAccount("1.2.3", "Physics", "25")]);
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(10, "1.2.3")));
    const madeCalls = answers.filter(({ status }) => status === 200).length;
    // Each call reserves 10 dollars: at 0, 10 and 20 dollars there is money left, and at 30 there is none.
    expect(madeCalls).toBe(3);
    const { spent } = await server.platform.db
      .selectFrom("usage")
      .select(({ fn }) => fn.sum("cost").as("spent"))
      .executeTakeFirstOrThrow();
    expect(Number(spent)).toBeLessThan(25 + 10);
  });
});
