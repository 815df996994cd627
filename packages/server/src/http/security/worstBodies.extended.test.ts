import { clientHeader } from "@lectern/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sessionCookieName } from "../../modules/identity/service.ts";
import { seedModels } from "../../modules/models/service.ts";
import { configureFlags } from "../../testing/configureFlags.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/createTestApp.ts";
import { exampleGroupId } from "../../testing/getOpExamples.ts";
import { measureLongestTurn, measureTurnLimit } from "../../testing/measureLongestTurn.ts";
import { overrideFeature } from "../../testing/overrideFeature.ts";
import { type HttpClientThread, startHttpClientThread } from "../../testing/startHttpClientThread.ts";
import {
  type BodyTarget,
  createAcceptedInput,
  exampleEmail,
  listBodyTargets,
  listWorstInputsOf,
} from "./testing/bodyTargets.ts";

let server: TestApp;
let person: TestPerson;
let client: HttpClientThread;
let origin: string;
beforeAll(async () => {
  server = await createTestApp({ environment: { ADMINS: exampleEmail } });
  await configureFlags(server.platform.db, { answerFeedback: true, assistantAdminInterface: true });
  await seedModels(server.platform, { includesLocal: false });
  person = await server.signIn(exampleEmail);
  await createExampleGroup();
  origin = await server.app.listen({ port: 0, host: "127.0.0.1" });
  client = startHttpClientThread();
  // The first long question loads the tokenizer, and the first long body starts the thread.
  await send({ method: "POST", path: "/chat", auth: "bearer" }, createQuestion("word ".repeat(800_000)));
});
afterAll(async () => {
  await client?.close();
  await server?.close();
});

const createQuestion = (content: string) =>
  JSON.stringify({ model: "guide", stream: false, messages: [{ role: "user", content }] });

/** Makes the person an administrator of the group that the examples refer to. */
async function createExampleGroup(): Promise<void> {
  const { db } = server.platform;
  const { id } = person.actor.principal;
  await sql`insert into principals (id, kind) values ('g', 'group')`.execute(db);
  await sql`insert into groups (id, wire_id, name, created_at) values ('g', ${exampleGroupId}, 'G', now())`.execute(db);
  await sql`
    insert into group_members (group_id, principal_id, level, created_at)
    values ('g', ${id}, 'admin', now())`.execute(db);
}

function send({ method, path, auth }: Pick<BodyTarget, "method" | "path" | "auth">, body: string): Promise<number> {
  const cookie = { cookie: `${sessionCookieName}=${person.cookie}`, [clientHeader.name]: clientHeader.value };
  const headers = auth === "cookie" ? cookie : { authorization: `Bearer ${person.token}` };
  return client.send({
    ...{ url: `${origin}${path}`, method, body },
    headers: { "content-type": "application/json", ...headers },
  });
}

/** Line breaks, beginnings of addresses, and signs that begin something in Markdown. */
const fillers = ["\n", "a@.", "[1]`"];
/** What blocks, blocks each time; collecting garbage does not. */
const maxAttempts = 3;

test.each(listBodyTargets())(
  "no field of $name that is as long as its schema allows blocks other requests",
  async (target) => {
    overrideFeature("createAstAdminGroups", { isFinished: true, isOnByDefault: true });
    const limitMs = await measureTurnLimit();
    const slow: string[] = [];
    for (const input of listWorstInputsOf(target)) {
      for (const filler of input.kind === "text" ? fillers : [""]) {
        const body = JSON.stringify(target.wrap(createAcceptedInput(target, input, filler)));
        const label = `${input.path} (${input.kind}) ${JSON.stringify(filler)}`;
        let shortestMs = Number.POSITIVE_INFINITY;
        for (let attempt = 0; attempt < maxAttempts && shortestMs > limitMs; attempt++) {
          const blockedMs = await measureLongestTurn(async () => {
            expect(await send(target, body), label).not.toBe(500);
          });
          shortestMs = Math.min(shortestMs, blockedMs);
        }
        if (shortestMs > limitMs) slow.push(`${label} blocked for ${shortestMs} ms, allowed are ${limitMs} ms`);
      }
    }
    expect(slow).toEqual([]);
  },
  600_000,
);
