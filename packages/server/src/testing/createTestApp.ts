import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clientHeader, type OpCallInput, type OpDefinition, type OpOutput } from "@lectern/contract";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { createApp } from "../app.ts";
import { readConfig } from "../config.ts";
import type { Actor, Platform } from "../core/context.ts";
import type { ServerModule } from "../core/serverModule.ts";
import { createPlatform } from "../createPlatform.ts";
import { checkSessionCookie, createSession, issueAccessToken, sessionCookieName } from "../modules/identity/service.ts";
import { modules as serverModules } from "../modules.ts";
import { type Clock, systemClock, type Wait } from "../platform/clock.ts";
import { openPostgres } from "../platform/db/openPostgres.ts";
import type { DocumentReader } from "../platform/documents/documentReader.ts";
import { createJobs } from "../platform/jobs/createJobs.ts";
import type { Log } from "../platform/log.ts";
import { createModelProviders } from "../platform/modelProviders/createModelProviders.ts";
import type { ModelTimeLimits } from "../platform/modelProviders/transport/modelTimeLimits.ts";
import type { DocumentConverter } from "../platform/pandoc/documentConverter.ts";
import { createSecretBox } from "../platform/secretBox.ts";
import { startJobsOnFirstSend } from "./startJobsOnFirstSend.ts";
import { createTestDatabase, type TestDatabase } from "./testDatabase.ts";

export interface TestAppOptions {
  database?: "pglite" | "postgres";
  /** A PostgreSQL database that several servers of one test share, as separate processes would. */
  databaseUrl?: string;
  /** Environment variables of the configuration. */
  environment?: Record<string, string>;
  clock?: Clock;
  /** Replaces the waits before retries of a model call. Default: no wait. */
  wait?: Wait;
  /** Time limits for a model's server that replace the defaults. */
  modelLimits?: Partial<ModelTimeLimits>;
  webRoot?: string;
  /** Reads documents. Default: the server's reader, in sandboxed processes. */
  documents?: DocumentReader;
  /** Creates documents. Default: the server's converter, in sandboxed processes. */
  converter?: DocumentConverter;
  /** Modules in addition to the server's. */
  modules?: readonly ServerModule[];
  /** Default: logs nothing. */
  log?: Log;
}

export interface OpResponse<Output = unknown> {
  status: number;
  /** The response's JSON; for the proxy, its decoded `data`. */
  body: Record<string, unknown>;
  /** The op's result if the call succeeded. */
  result: Output;
}

/** A signed-in person who calls ops of a test server through each entry point. */
export interface TestPerson {
  actor: Actor;
  cookie: string;
  token: string;
  proxy<Op extends OpDefinition>(op: Op, input: OpCallInput<Op>): Promise<OpResponse<OpOutput<Op>>>;
  rest<Op extends OpDefinition>(op: Op, input: OpCallInput<Op>): Promise<OpResponse<OpOutput<Op>>>;
  direct<Op extends OpDefinition>(op: Op, input: OpCallInput<Op>): Promise<OpResponse<OpOutput<Op>>>;
}

export interface TestApp {
  app: FastifyInstance;
  platform: Platform;
  /** Finds or creates a person and a session, as a completed sign-in does. */
  signIn(email: string): Promise<TestPerson>;
  /** Closes the connection that other servers on the database check, so that they consider this one dead. */
  simulateCrash(): Promise<void>;
  close(): Promise<void>;
}

/** Tests send more requests than people do. */
const unlimitedRateEnvironment = {
  ANSWERS_AT_ONCE: "100000",
  REQUESTS_PER_MINUTE: "1000000",
  SIGN_IN_REQUESTS_PER_MINUTE: "1000000",
};

/** Tests do not wait between attempts of background jobs. */
const fastJobOptions = { retryDelaySeconds: 0, pollIntervalSeconds: 0.5 };

/** Creates the real server on a migrated, empty database. It does not listen, and logs nothing by default. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.databaseUrl
    ? await openSharedDatabase(options.databaseUrl)
    : await createTestDatabase(options.database);
  const dataDir = await mkdtemp(join(tmpdir(), "lectern-test-"));
  const log = options.log ?? pino({ level: "silent" });
  const clock = options.clock ?? systemClock;
  const config = readConfig({ DATA_DIR: dataDir, ...unlimitedRateEnvironment, ...options.environment });
  const modules = [...serverModules, ...(options.modules ?? [])];
  const { documents, converter, modelLimits } = options;
  const { platform, disconnect, close } = await createPlatform({
    config,
    log,
    secrets: createSecretBox("a secret of the tests, long enough"),
    db: database.db,
    jobs: startJobsOnFirstSend(createJobs({ db: database.db, access: database.access, log, ...fastJobOptions })),
    modules,
    sharedDatabaseUrl: options.databaseUrl ?? null,
    overrides: {
      clock,
      wait: options.wait ?? (() => Promise.resolve()),
      ...(modelLimits ? { modelProviders: createModelProviders(log, modelLimits) } : {}),
      ...(documents ? { documents } : {}),
      ...(converter ? { converter } : {}),
    },
  });
  await platform.blobs.check();
  for (const { registerJobs } of modules) registerJobs?.(platform);
  const app = await createApp(platform, options.webRoot ?? join(dataDir, "no-web-app"), { modules });
  return {
    app,
    platform,
    signIn: (email) => signIn(app, platform, email),
    simulateCrash: disconnect,
    async close() {
      await platform.jobs.stop(0);
      await app.close();
      await close();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function openSharedDatabase(databaseUrl: string): Promise<TestDatabase> {
  const db = await openPostgres(databaseUrl, pino({ level: "silent" }));
  return { db, access: { kind: "postgres", databaseUrl }, close: () => db.destroy() };
}

async function signIn(app: FastifyInstance, platform: Platform, email: string): Promise<TestPerson> {
  const identity = { issuer: "test", subject: email, email, emailVerified: true, name: email.split("@")[0] ?? email };
  const { cookie } = await createSession(platform, identity, null);
  const session = await checkSessionCookie(platform, cookie);
  if (session.state !== "signedIn") throw new Error("the session that was just created was not found");
  const { token } = await issueAccessToken(platform, session.actor);
  const cookieHeaders = { cookie: `${sessionCookieName}=${cookie}`, [clientHeader.name]: clientHeader.value };
  return {
    actor: session.actor,
    cookie,
    token,
    proxy: (op, input) => callProxy(app, cookieHeaders, op, input),
    rest: (op, input) => callAtPath(app, { authorization: `Bearer ${token}` }, op, input, (body) => ({ data: body })),
    direct: (op, input) => callAtPath(app, cookieHeaders, op, input, (body) => body),
  };
}

const isInputInQuery = (op: OpDefinition) => op.method === "GET" || op.method === "DELETE";

async function callProxy<Op extends OpDefinition>(
  app: FastifyInstance,
  headers: Record<string, string>,
  op: Op,
  input: OpCallInput<Op>,
): Promise<OpResponse<OpOutput<Op>>> {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64");
  const encodedInput = isInputInQuery(op)
    ? { queryParams: Object.fromEntries(Object.entries(input as object).map(([name, value]) => [name, encode(value)])) }
    : { data: encode(input) };
  const reply = await app.inject({
    method: "POST",
    url: "/api/requestOp",
    headers,
    payload: { data: { method: op.method, path: op.path, op: "", ...encodedInput } },
  });
  const body = reply.json<Record<string, unknown>>();
  const opBody = typeof body.data === "string" ? JSON.parse(Buffer.from(body.data, "base64").toString("utf8")) : body;
  return toOpResponse(op, reply.statusCode, opBody);
}

async function callAtPath<Op extends OpDefinition>(
  app: FastifyInstance,
  headers: Record<string, string>,
  op: Op,
  input: OpCallInput<Op>,
  wrap: (body: unknown) => unknown,
): Promise<OpResponse<OpOutput<Op>>> {
  const query = Object.fromEntries(Object.entries(input as object).map(([name, value]) => [name, String(value)]));
  const reply = await app.inject({
    method: op.method,
    url: op.path,
    headers,
    ...(isInputInQuery(op) ? { query } : { payload: wrap(input) as object }),
  });
  return toOpResponse(op, reply.statusCode, reply.json<Record<string, unknown>>());
}

function toOpResponse<Op extends OpDefinition>(
  op: Op,
  status: number,
  body: Record<string, unknown>,
): OpResponse<OpOutput<Op>> {
  if (op.responseEnvelope === "location") return { status, body, result: body.body as OpOutput<Op> };
  const { success: _, ...fields } =
    op.responseEnvelope === "body" && typeof body.body === "string" ? JSON.parse(body.body) : body;
  // The server has parsed the output by the op's schema. Tests read it only after asserting the status.
  return { status, body, result: (op.responseEnvelope === "data" ? body.data : fields) as OpOutput<Op> };
}
