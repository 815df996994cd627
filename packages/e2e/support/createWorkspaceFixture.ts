import { afterAll, afterEach, beforeAll } from "vitest";
import type { TestDatabaseKind } from "../../server/src/testing/testDatabase.ts";
import { createApiClient } from "./createApiClient.ts";
import { type BrowserPages, openPages } from "./openPages.ts";
import { startWorkspace, type Workspace } from "./startWorkspace.ts";
import { oncePerWorker } from "./workerResources.ts";

export interface WorkspaceFixture extends BrowserPages {
  readonly workspace: Workspace;
  /** The server's origin. */
  readonly url: string;
}

interface WorkspaceFixtureOptions {
  kind?: TestDatabaseKind;
  environment?: Record<string, string>;
  /** Ids of the offered models; by default the scripted ones. */
  models?: readonly string[];
}

const getSharedWorkspace = oncePerWorker(
  () => startWorkspace("pglite"),
  (workspace) => workspace.close(),
);

/**
 * Provides a server with a scripted model and a browser for the tests of a file. Without options it uses the server
 * that the files of this worker share: each test has its own people and starts with an idle model server. With options
 * the file gets its own server.
 */
export function createWorkspaceFixture(options?: WorkspaceFixtureOptions): WorkspaceFixture {
  let startedWorkspace: Workspace | undefined;
  beforeAll(async () => {
    startedWorkspace = options ? await startOwnWorkspace(options) : await withFreshToken(await getSharedWorkspace());
  });
  afterEach(() => startedWorkspace?.models.reset());
  afterAll(async () => {
    if (options) await startedWorkspace?.close();
  });
  const getWorkspace = () => {
    if (!startedWorkspace) throw new Error("the server starts before the first test");
    return startedWorkspace;
  };
  return {
    ...openPages(() => getWorkspace().lectern.url),
    get workspace() {
      return getWorkspace();
    },
    get url() {
      return getWorkspace().lectern.url;
    },
  };
}

const startOwnWorkspace = ({
  kind = "pglite",
  environment = {},
  models,
}: WorkspaceFixtureOptions): Promise<Workspace> => startWorkspace(kind, environment, models);

/** Access tokens expire after 10 minutes, which is less than a worker lives. */
async function withFreshToken(workspace: Workspace): Promise<Workspace> {
  const ann = await workspace.ann.renew();
  return { ...workspace, ann, api: createApiClient(workspace.lectern.url, ann.accessToken) };
}
