import { afterAll, afterEach, beforeAll } from "vitest";
import type { TestDatabaseKind } from "../../../server/src/testing/testDatabase.ts";
import { type BrowserPages, openPages } from "../browser/openPages.ts";
import { createApiClient } from "../content/createApiClient.ts";
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
  /** Share the server with the other files of this worker that have equal options. It runs until the worker ends. */
  isShared?: boolean;
}

const defaultOptions: WorkspaceFixtureOptions = { isShared: true };

/**
 * Provides a server with a scripted model and a browser for the tests of a file. Without options it uses the server
 * that the files of this worker share: each test has its own people and starts with an idle model server. With options
 * the file gets its own server, unless they say that it is shared.
 */
export function createWorkspaceFixture(options = defaultOptions): WorkspaceFixture {
  const isShared = options.isShared ?? false;
  let startedWorkspace: Workspace | undefined;
  beforeAll(async () => {
    startedWorkspace = isShared
      ? await withFreshToken(await getSharedWorkspace(options))
      : await startOwnWorkspace(options);
  });
  afterEach(() => startedWorkspace?.models.reset());
  afterAll(async () => {
    if (!isShared) await startedWorkspace?.close();
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

const sharedWorkspaces = new Map<string, () => Promise<Workspace>>();

function getSharedWorkspace(options: WorkspaceFixtureOptions): Promise<Workspace> {
  const key = JSON.stringify([options.kind, options.environment, options.models]);
  const getWorkspace =
    sharedWorkspaces.get(key) ??
    oncePerWorker(
      () => startOwnWorkspace(options),
      (workspace) => workspace.close(),
    );
  sharedWorkspaces.set(key, getWorkspace);
  return getWorkspace();
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
