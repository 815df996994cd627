import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openConversation } from "@lectern/contract";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { words } from "../../../server/src/testing/modelServer/behaviour.ts";
import { type ModelServer, startModelServer } from "../../../server/src/testing/modelServer/startModelServer.ts";
import { copyProject } from "../../support/copyProject.ts";
import { createApiClient } from "../../support/createApiClient.ts";
import { type ServerProcess, startProcess } from "../../support/serverProcess.ts";
import { signInByHttp } from "../../support/signInByHttp.ts";
import { waitForPrintedUrl } from "../../support/startLectern.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

/**
 * Runs the npm that started the tests, or else the machine's, in a process group of its own, as in a terminal. The
 * group is killed after the test.
 */
function startNpm(args: readonly string[], cwd: string, environment: Record<string, string>): ServerProcess {
  const path = process.env.npm_execpath;
  const node = process.env.npm_node_execpath ?? process.execPath;
  const given = path?.endsWith(".js") ? { command: node, args: [path, ...args] } : { command: "npm", args };
  const started = startProcess(given.command, given.args, { cwd, environment, isGroup: true });
  onTestFinished(async () => {
    if (!started.hasEnded()) started.signalGroup("SIGKILL");
    await started.ended;
  });
  return started;
}

/**
 * True if npm ended with code 0 or by the signal. npm may end by the signal, because the shell in which it runs the
 * script may do so instead of passing on our exit code.
 */
async function hasExitedOnCtrlC(started: ServerProcess): Promise<boolean> {
  const code = await started.ended;
  expect(started.output()).not.toMatch(/npm (ERR!|error)|^\s+at /m);
  return code === 0 || code === null;
}

describe("npm start in a fresh copy of the project", () => {
  let models: ModelServer;
  let folder: string;
  beforeAll(async () => {
    models = await startModelServer();
    folder = await mkdtemp(join(tmpdir(), "lectern-e2e-copy-"));
    await copyProject(folder);
    // The tests have built the drawing frame, which takes longer than the rest and does not change with the app.
    const drawing = "packages/web/dist/drawing";
    await cp(join(root, drawing), join(folder, drawing), { recursive: true });
  });
  afterAll(async () => {
    await models?.close();
    await rm(folder, { recursive: true, force: true });
  });

  test("builds the web app, serves it, and lets an answer finish at Ctrl-C; the second start does not build", async () => {
    const environment = { PORT: "0", OPENAI_COMPATIBLE_URL: models.url, npm_config_update_notifier: "false" };
    const first = startNpm(["start"], folder, environment);
    const url = await waitForPrintedUrl(first);
    expect(first.output()).toContain("Building the web app.");
    const html = await (await fetch(url)).text();
    expect(html).toContain("<title>Lectern</title>");
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? "";
    expect((await fetch(new URL(script, url))).headers.get("content-type")).toContain("javascript");

    const { accessToken } = await signInByHttp(url, "ann@example.org");
    const api = createApiClient(url, accessToken);
    const { id } = (await api.request("GET", "/available_models").then((reply) => reply.json())).data.default;
    models.pauseAfter(5);
    const options = { conversationId: "c", storage: "cloud" as const, parentId: null };
    const stream = await api.ask({ model: id, messages: [{ role: "user", content: "[[tokens: 15]]" }], options });
    await stream.readUntil(({ content }) => content === words(5));
    first.signalGroup("SIGINT");
    await first.waitForOutput(/Shutting down: answers in progress have/);
    models.resume();
    expect(await stream.readToEnd()).toMatchObject({ content: words(15), end: { end: "done" } });
    expect(await hasExitedOnCtrlC(first)).toBe(true);

    const second = startNpm(["start"], folder, { ...environment, PORT: new URL(url).port });
    expect(await waitForPrintedUrl(second)).toBe(url);
    expect(second.output()).not.toContain("Building");
    const { conversation } = await api.call(openConversation, { conversationId: "c" });
    expect(conversation.messages[1]).toMatchObject({ content: words(15), data: { end: { end: "done" } } });
    second.signalGroup("SIGINT");
    expect(await hasExitedOnCtrlC(second)).toBe(true);
    // Enough time for the build and two starts.
  }, 180_000);

  test("ends with one message when it cannot start", async () => {
    const refused = startNpm(["start"], folder, { PORT: "eighty" });
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain("Invalid configuration:\n  PORT ");
    expect(refused.output()).not.toMatch(/^\s+at /m);
  });
});
