import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clientHeader, type OpDefinition, type OpInputGiven, type OpOutput } from "@lectern/contract";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { createApp } from "../app.ts";
import { readConfig } from "../config.ts";
import type { Actor, Platform } from "../core/context.ts";
import { checkSessionCookie, issueAccessToken, openSession, sessionCookieName } from "../modules/identity/service.ts";
import { type Clock, systemClock } from "../platform/clock.ts";
import { createModelProviders } from "../platform/modelProviders/createModelProviders.ts";
import { createMemoryRunLog } from "../platform/runLog/memoryRunLog.ts";
import { createSecretBox } from "../platform/secretBox.ts";
import { createTestDatabase } from "./testDatabase.ts";

export interface TestAppOptions {
  database?: "pglite" | "postgres";
  /** Environment variables of the configuration. */
  environment?: Record<string, string>;
  clock?: Clock;
  webRoot?: string;
}

export interface DoorReply<Output = unknown> {
  status: number;
  /** The reply's JSON; of the proxy, what its `data` holds. */
  body: Record<string, unknown>;
  /** The op's result, where the reply is a success. */
  result: Output;
}

/** A signed-in person at the doors of a test server. */
export interface TestPerson {
  actor: Actor;
  cookie: string;
  token: string;
  proxy<Op extends OpDefinition>(op: Op, input: OpInputGiven<Op>): Promise<DoorReply<OpOutput<Op>>>;
  rest<Op extends OpDefinition>(op: Op, input: OpInputGiven<Op>): Promise<DoorReply<OpOutput<Op>>>;
  direct<Op extends OpDefinition>(op: Op, input: OpInputGiven<Op>): Promise<DoorReply<OpOutput<Op>>>;
}

export interface TestApp {
  app: FastifyInstance;
  platform: Platform;
  /** Finds or makes a person and opens a session, as a finished sign-in does. */
  signIn(email: string): Promise<TestPerson>;
  close(): Promise<void>;
}

/** The real server on a real, migrated and empty database, without listening. Logs nothing. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = await createTestDatabase(options.database ?? "pglite");
  const dataDir = await mkdtemp(join(tmpdir(), "lectern-test-"));
  const log = pino({ level: "silent" });
  const clock = options.clock ?? systemClock;
  const platform: Platform = {
    config: readConfig({ DATA_DIR: dataDir, ...options.environment }),
    db: database.db,
    clock,
    log,
    secrets: createSecretBox("a secret of the tests, long enough"),
    modelProviders: createModelProviders(log),
    runLog: createMemoryRunLog(clock),
  };
  const app = await createApp(platform, options.webRoot ?? join(dataDir, "no-web-app"));
  return {
    app,
    platform,
    signIn: (email) => signIn(app, platform, email),
    async close() {
      await app.close();
      await platform.modelProviders.close();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function signIn(app: FastifyInstance, platform: Platform, email: string): Promise<TestPerson> {
  const identity = { issuer: "test", subject: email, email, emailVerified: true, name: email.split("@")[0] ?? email };
  const { cookie } = await openSession(platform, identity, null);
  const check = await checkSessionCookie(platform, cookie);
  if (check.state !== "signedIn") throw new Error("the session that was just opened is not there");
  const { token } = await issueAccessToken(platform, check.actor);
  const cookieHeaders = { cookie: `${sessionCookieName}=${cookie}`, [clientHeader.name]: clientHeader.value };
  return {
    actor: check.actor,
    cookie,
    token,
    proxy: (op, input) => callProxy(app, cookieHeaders, op, input),
    rest: (op, input) => callPlain(app, { authorization: `Bearer ${token}` }, op, input, (body) => ({ data: body })),
    direct: (op, input) => callPlain(app, cookieHeaders, op, input, (body) => body),
  };
}

const carriesQuery = (op: OpDefinition) => op.method === "GET" || op.method === "DELETE";

async function callProxy<Op extends OpDefinition>(
  app: FastifyInstance,
  headers: Record<string, string>,
  op: Op,
  input: OpInputGiven<Op>,
): Promise<DoorReply<OpOutput<Op>>> {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64");
  const given = carriesQuery(op)
    ? { queryParams: Object.fromEntries(Object.entries(input as object).map(([name, value]) => [name, encode(value)])) }
    : { data: encode(input) };
  const reply = await app.inject({
    method: "POST",
    url: "/api/requestOp",
    headers,
    payload: { data: { method: op.method, path: op.path, op: "", ...given } },
  });
  const body = reply.json<Record<string, unknown>>();
  const inner = typeof body.data === "string" ? JSON.parse(Buffer.from(body.data, "base64").toString("utf8")) : body;
  return toDoorReply(op, reply.statusCode, inner);
}

async function callPlain<Op extends OpDefinition>(
  app: FastifyInstance,
  headers: Record<string, string>,
  op: Op,
  input: OpInputGiven<Op>,
  wrap: (body: unknown) => unknown,
): Promise<DoorReply<OpOutput<Op>>> {
  const query = Object.fromEntries(Object.entries(input as object).map(([name, value]) => [name, String(value)]));
  const reply = await app.inject({
    method: op.method,
    url: op.path,
    headers,
    ...(carriesQuery(op) ? { query } : { payload: wrap(input) as object }),
  });
  return toDoorReply(op, reply.statusCode, reply.json<Record<string, unknown>>());
}

function toDoorReply<Op extends OpDefinition>(
  op: Op,
  status: number,
  body: Record<string, unknown>,
): DoorReply<OpOutput<Op>> {
  const { success: _, ...fields } = body;
  // Only read by a test after it has asserted the status; the server parsed it by the op's own schema.
  return { status, body, result: (op.reply === "data" ? body.data : fields) as OpOutput<Op> };
}
