import { fileURLToPath } from "node:url";
import { afterAll, beforeAll } from "vitest";
import { createTestTools, type TestTools } from "../../../server/src/testing/createTestTools.ts";
import { type ChatServer, startChatServer } from "../../../server/src/testing/startChatServer.ts";
import { type BrowserPages, openPages } from "../browser/openPages.ts";

const webRoot = fileURLToPath(new URL("../../../web/dist", import.meta.url));

export interface ToolFixture extends BrowserPages {
  readonly server: ChatServer;
  /** The server's origin. */
  readonly url: string;
  readonly tools: TestTools;
}

/**
 * Provides a server whose answers can call the test tools, and a browser. The server runs in the process of the tests,
 * because only there it gets further modules.
 */
export function createToolFixture(): ToolFixture {
  const tools = createTestTools();
  let startedServer: ChatServer | undefined;
  beforeAll(async () => {
    startedServer = await startChatServer({ modules: [tools.module], webRoot });
  });
  afterAll(() => startedServer?.close());
  const getServer = () => {
    if (!startedServer) throw new Error("the server starts before the first test");
    return startedServer;
  };
  return {
    ...openPages(() => getServer().origin),
    tools,
    get server() {
      return getServer();
    },
    get url() {
      return getServer().origin;
    },
  };
}
