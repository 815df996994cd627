import { getAvailableModels, syncPrompts } from "@lectern/contract";
import { expect, onTestFinished, test } from "vitest";
import { startModules, stopTasks } from "../startModules.ts";
import { createTestApp, type TestApp } from "../testing/createTestApp.ts";
import { AppError } from "./appError.ts";
import { defineModule, type ServerModule } from "./serverModule.ts";
import { defineServerState } from "./serverState.ts";

async function startWith(...modules: ServerModule[]): Promise<TestApp> {
  const server = await createTestApp({ modules });
  onTestFinished(() => server.close());
  return server;
}

test("a module's route is served", async () => {
  const module = defineModule({
    name: "greeting",
    registerRoutes: (app) => void app.get("/greeting", () => ({ text: "hello" })),
  });
  const { app } = await startWith(module);
  expect((await app.inject("/greeting")).json()).toEqual({ text: "hello" });
});

test("a module's job runs with the payload that was sent", async () => {
  const receivedPayload = Promise.withResolvers<unknown>();
  const module = defineModule({
    name: "echo",
    registerJobs: ({ jobs }) =>
      jobs.handle("echo", { concurrency: 1, timeoutSeconds: 60, retries: 0 }, async ({ payload }) =>
        receivedPayload.resolve(payload),
      ),
  });
  const { platform } = await startWith(module);
  await platform.jobs.send("echo", { text: "hello" }, "key");
  expect(await receivedPayload.promise).toEqual({ text: "hello" });
});

test("a module's gate refuses a person at the proxy, REST, session and chat entry points", async () => {
  const rejectionMessage = "You cannot use this workspace at the moment.";
  let isRejecting = false;
  const module = defineModule({
    name: "refusal",
    gates: {
      disclosure: () => {
        if (isRejecting) throw new AppError("forbidden", { userMessage: rejectionMessage });
      },
    },
  });
  const server = await startWith(module);
  const ann = await server.signIn("ann@uni.edu");
  isRejecting = true;
  const expectedRejection = { status: 403, body: expect.objectContaining({ message: rejectionMessage }) };
  expect(await ann.proxy(getAvailableModels, {})).toMatchObject(expectedRejection);
  expect(await ann.rest(syncPrompts, { changes: [] })).toMatchObject(expectedRejection);
  const chat = {
    method: "POST",
    url: "/chat",
    headers: { authorization: `Bearer ${ann.token}` },
    payload: {},
  } as const;
  expect((await server.app.inject(chat)).json()).toMatchObject({ message: rejectionMessage });
});

test("modules are brought up phase by phase in their order, and their tasks are stopped", async () => {
  const calls: string[] = [];
  const createRecordingModule = (name: string): ServerModule =>
    defineModule({
      name,
      registerJobs: () => void calls.push(`${name} jobs`),
      prepare: async () => void calls.push(`${name} prepare`),
      seed: async () => void calls.push(`${name} seed`),
      start: async () => {
        calls.push(`${name} start`);
        return [{ stop: async () => void calls.push(`${name} stop`) }];
      },
    });
  const { platform } = await startWith();
  await stopTasks(await startModules(platform, [createRecordingModule("a"), createRecordingModule("b")]));
  expect(calls).toEqual(["jobs", "prepare", "seed", "start", "stop"].flatMap((phase) => [`a ${phase}`, `b ${phase}`]));
});

test("if a module cannot start, the modules that have started are stopped", async () => {
  const stopped: string[] = [];
  const firstModule = defineModule({
    name: "first",
    start: async () => [{ stop: async () => void stopped.push("first") }],
  });
  const failingModule = defineModule({ name: "failing", start: () => Promise.reject(new Error("no")) });
  const { platform } = await startWith();
  await expect(startModules(platform, [firstModule, failingModule])).rejects.toThrow("no");
  expect(stopped).toEqual(["first"]);
});

test("two servers in one process share no state, and a context sees that of its server", async () => {
  const getVisits = defineServerState(() => ({ count: 0 }));
  const [one, two] = [await startWith(), await startWith()];
  getVisits(one.platform).count += 1;
  expect(getVisits({ ...one.platform }).count).toBe(1);
  expect(getVisits(two.platform).count).toBe(0);
});

test("a person whose requests are used up on one server is still served by another in the same process", async () => {
  const environment = { REQUESTS_PER_MINUTE: "1" };
  const [one, two] = [await createTestApp({ environment }), await createTestApp({ environment })];
  onTestFinished(async () => void (await Promise.all([one.close(), two.close()])));
  const statuses: number[] = [];
  for (const server of [one, two]) {
    const ann = await server.signIn("ann@uni.edu");
    for (let request = 0; request < 2; request++) statuses.push((await ann.proxy(getAvailableModels, {})).status);
  }
  expect(statuses).toEqual([200, 429, 200, 429]);
});
