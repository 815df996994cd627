import { cp, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openConversation } from "@lectern/contract";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { generateWords } from "../../../server/src/testing/modelServer/behaviour.ts";
import { type ModelServer, startModelServer } from "../../../server/src/testing/modelServer/startModelServer.ts";
import { createApiClient } from "../../support/content/createApiClient.ts";
import { signInByHttp } from "../../support/content/signInByHttp.ts";
import { copyProject } from "../../support/servers/copyProject.ts";
import { removeFolder } from "../../support/servers/removeFolder.ts";
import { type ServerProcess, startProcess } from "../../support/servers/serverProcess.ts";
import { waitForPrintedUrl } from "../../support/servers/startLectern.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

/**
 * Runs the npm that started the tests, or else the machine's, in a process group of its own, as in a terminal. The
 * group is killed after the test.
 */
function startNpm(args: readonly string[], cwd: string, environment: Record<string, string>): ServerProcess {
  const npmPath = process.env.npm_execpath;
  const node = process.env.npm_node_execpath ?? process.execPath;
  const npmCommand = npmPath?.endsWith(".js") ? { command: node, args: [npmPath, ...args] } : { command: "npm", args };
  const npmProcess = startProcess(npmCommand.command, npmCommand.args, { cwd, environment, isGroup: true });
  onTestFinished(async () => {
    if (!npmProcess.hasEnded()) npmProcess.signalGroup("SIGKILL");
    await npmProcess.ended;
  });
  return npmProcess;
}

/**
 * True if npm ended with code 0 or by the signal. npm may end by the signal, because the shell in which it runs the
 * script may do so instead of passing on our exit code.
 */
async function hasExitedOnCtrlC(npmProcess: ServerProcess): Promise<boolean> {
  const code = await npmProcess.ended;
  expect(npmProcess.output()).not.toMatch(/npm (ERR!|error)|^\s+at /m);
  return code === 0 || code === null;
}

/**
 * Copies the project to a temporary folder, which is removed after the test. `builtFolder` is what the tests have built
 * of it and the copy does not build again.
 */
async function createFreshCopy(builtFolder: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "lectern-e2e-copy-"));
  onTestFinished(() => removeFolder(folder));
  await copyProject(folder);
  await cp(join(root, builtFolder), join(folder, builtFolder), { recursive: true });
  return folder;
}

describe("npm start in a fresh copy of the project", () => {
  let models: ModelServer;
  beforeAll(async () => {
    models = await startModelServer();
  });
  afterAll(() => models?.close());

  test("builds the web app, serves it, and lets an answer finish at Ctrl-C; the second start does not build", async () => {
    // The drawing frame takes longer to build than the rest, and does not change with the app.
    const folder = await createFreshCopy("packages/web/dist/drawing");
    const environment = { PORT: "0", OPENAI_COMPATIBLE_URL: models.url, npm_config_update_notifier: "false" };
    const firstStart = startNpm(["start"], folder, environment);
    const url = await waitForPrintedUrl(firstStart);
    expect(firstStart.output()).toContain("Building the web app.");
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
    await stream.readUntil(({ content }) => content === generateWords(5));
    firstStart.signalGroup("SIGINT");
    await firstStart.waitForOutput(/Shutting down: answers in progress have/);
    models.resume();
    expect(await stream.readToEnd()).toMatchObject({ content: generateWords(15), end: { end: "done" } });
    expect(await hasExitedOnCtrlC(firstStart)).toBe(true);

    const secondStart = startNpm(["start"], folder, { ...environment, PORT: new URL(url).port });
    expect(await waitForPrintedUrl(secondStart)).toBe(url);
    expect(secondStart.output()).not.toContain("Building");
    const { conversation } = await api.call(openConversation, { conversationId: "c" });
    expect(conversation.messages[1]).toMatchObject({ content: generateWords(15), data: { end: { end: "done" } } });
    secondStart.signalGroup("SIGINT");
    expect(await hasExitedOnCtrlC(secondStart)).toBe(true);
    // Enough time for the build and two starts on a busy machine.
  }, 400_000);

  test("ends with one message when it cannot start", async () => {
    const folder = await createFreshCopy("packages/web/dist");
    const refusedStart = startNpm(["start"], folder, { PORT: "eighty" });
    expect(await refusedStart.ended).toBe(1);
    expect(refusedStart.output()).toContain("Invalid configuration:\n  PORT ");
    expect(refusedStart.output()).not.toMatch(/^\s+at /m);
  }, 180_000);
});
