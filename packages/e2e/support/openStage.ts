import { afterAll, beforeAll } from "vitest";
import type { TestDatabaseKind } from "../../server/src/testing/testDatabase.ts";
import { openPages, type Pages } from "./openPages.ts";
import { startWorkspace, type Workspace } from "./startWorkspace.ts";

export interface Stage extends Pages {
  readonly workspace: Workspace;
  /** The server's origin. */
  readonly url: string;
}

interface StageOptions {
  kind?: TestDatabaseKind;
  environment?: Record<string, string>;
  /** Ids of the models that are offered; the scripted ones unless given. */
  models?: readonly string[];
}

/** One server with its scripted model, and one Chromium, for the tests of a file. */
export function openStage({ kind = "pglite", environment = {}, models }: StageOptions = {}): Stage {
  let started: Workspace | undefined;
  beforeAll(async () => {
    started = await startWorkspace(kind, environment, models);
  });
  afterAll(() => started?.close());
  const workspace = () => {
    if (!started) throw new Error("the server starts before the first test");
    return started;
  };
  return {
    ...openPages(() => workspace().lectern.url),
    get workspace() {
      return workspace();
    },
    get url() {
      return workspace().lectern.url;
    },
  };
}
