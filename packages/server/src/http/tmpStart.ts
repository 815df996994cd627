import { randomUUID } from "node:crypto";
import fastifyCookie from "@fastify/cookie";
import Fastify from "fastify";
import { pino } from "pino";
import { readConfig } from "../config.ts";
import { AppError } from "../core/appError.ts";
import { systemClock } from "../platform/clock.ts";
import { createModelProviders } from "../platform/modelProviders/createModelProviders.ts";
import { createMemoryRunLog } from "../platform/runLog/memoryRunLog.ts";
import { createSecretBox } from "../platform/secretBox.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import { sendError } from "./errorResponse.ts";
import { registerIdentityRoutes } from "./identityRoutes.ts";
export async function createTestApp(options: any = {}): Promise<any> {
  const database = await createTestDatabase(options.database ?? "pglite");
  const log = pino({ level: process.env.TL ?? "silent" });
  const clock = options.clock ?? systemClock;
  const platform = {
    config: readConfig({ ...options.environment }),
    db: database.db,
    clock,
    log,
    secrets: createSecretBox("a secret of the tests, long enough"),
    modelProviders: createModelProviders(log),
    runLog: createMemoryRunLog(clock),
  };
  const app = Fastify({ loggerInstance: log as any, genReqId: () => randomUUID(), requestIdHeader: false });
  app.setErrorHandler(sendError);
  app.setNotFoundHandler((request, reply) => sendError(new AppError("notFound"), request, reply));
  app.addHook("onRequest", (request, reply, done) => {
    void reply.headers({
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "x-request-id": request.id,
    });
    done();
  });
  await app.register(fastifyCookie);
  await registerIdentityRoutes(app as any, platform as any);
  app.get("/", async () => "home");
  return {
    app,
    platform,
    async close() {
      await app.close();
      await database.close();
    },
  };
}
