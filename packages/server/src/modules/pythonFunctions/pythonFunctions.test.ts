import { deletePythonFunction, limits, listPythonFunctions, registerPythonFunction } from "@lectern/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/createTestApp.ts";
import { createManualClock } from "../../testing/manualClock.ts";
import { overrideFeature } from "../../testing/overrideFeature.ts";

const clock = createManualClock(new Date("2026-12-01T09:41:00.000Z"));
let server: TestApp;
let ann: TestPerson;
let ben: TestPerson;
let count = 0;
beforeAll(async () => {
  server = await createTestApp({ clock });
});
afterAll(() => server.close());
beforeEach(async () => {
  overrideFeature("pythonFunction", { isOnByDefault: true });
  count += 1;
  [ann, ben] = [await server.signIn(`ann${count}@example.org`), await server.signIn(`ben${count}@example.org`)];
});

const code = "def mean(values):\n    return sum(values) / len(values)";
const register = (person: TestPerson, function_name: string, code: string) =>
  person.proxy(registerPythonFunction, { function_name, code });
const list = async (person: TestPerson) => (await person.proxy(listPythonFunctions, {})).result.functions;

describe("functions in Python", () => {
  test("[C7.35] are registered at /se/functions/register-python-function with a name and code, listed, replaced and deleted", async () => {
    expect(registerPythonFunction).toMatchObject({ method: "POST", path: "/se/functions/register-python-function" });
    expect(await register(ann, "mean", code)).toMatchObject({ status: 200, result: { name: "mean" } });
    await register(ann, "identity", "import math\nasync def identity(x): return x");
    expect((await list(ann)).map(({ name }) => name)).toEqual(["identity", "mean"]);
    await register(ann, "mean", `${code} or 0`);
    expect((await list(ann))[1]).toMatchObject({ code: `${code} or 0` });
    await ann.proxy(deletePythonFunction, { function_name: "identity" });
    expect((await list(ann)).map(({ name }) => name)).toEqual(["mean"]);
  });

  test("are a person's own: nobody else lists, replaces or deletes them", async () => {
    await register(ann, "mean", code);
    expect(await list(ben)).toEqual([]);
    await register(ben, "mean", "def mean(x): return 0");
    await ben.proxy(deletePythonFunction, { function_name: "mean" });
    expect(await list(ann)).toMatchObject([{ name: "mean", code }]);
  });

  test.each([
    ["a keyword", "lambda", "def lambda(x): pass"],
    ["no name in Python", "my-mean", "def my-mean(x): pass"],
    ["blank", "", code],
    ["not what the code defines", "median", code],
    ["defined only inside another function", "inner", "def outer():\n    def inner(): pass"],
    ["called, but not defined", "mean", "mean(1)"],
  ])("are refused if the name is %s", async (_, name, code) => {
    expect((await register(ann, name, code)).status).toBe(400);
  });

  test("are limited in length and number, and can be replaced when there are as many as there may be", async () => {
    expect((await register(ann, "mean", `${code}\n#${"x".repeat(limits.pythonFunctionLength)}`)).status).toBe(400);
    await sql`
      insert into python_functions (owner_id, name, code, updated_at)
      select ${ann.actor.principal.id}, 'f' || n, 'def f' || n || '(): pass', now()
      from generate_series(1, ${limits.pythonFunctions}::integer) n`.execute(server.platform.db);
    const refused = await register(ann, "mean", code);
    expect(refused.status).toBe(413);
    expect(JSON.stringify(refused)).toContain("maximum number of Python functions");
    expect((await register(ann, "f1", "def f1(): return 1")).status).toBe(200);
  });

  test("are refused while the feature is off", async () => {
    overrideFeature("pythonFunction", { isOnByDefault: false });
    expect((await register(ann, "mean", code)).status).toBe(403);
    expect((await ann.proxy(listPythonFunctions, {})).status).toBe(403);
  });
});
