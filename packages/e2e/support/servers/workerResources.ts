import type { Environment } from "vitest/runtime";

type Close = () => Promise<void>;

/** Stored on the global object, because Vitest loads this module twice: for the environment and for the tests. */
const closersKey = Symbol.for("lectern.workerResources");

function getClosers(): Close[] {
  const closersHolder = globalThis as { [closersKey]?: Close[] }; // nobody else uses the symbol
  closersHolder[closersKey] ??= [];
  return closersHolder[closersKey];
}

/** Creates something once for all test files of a Vitest worker; `close` runs when the worker ends. */
export function oncePerWorker<Resource>(
  create: () => Promise<Resource>,
  close: (resource: Resource) => Promise<void>,
): () => Promise<Resource> {
  let resourcePromise: Promise<Resource> | undefined;
  return () => {
    if (resourcePromise) return resourcePromise;
    const resource = create();
    resourcePromise = resource;
    resource.then(
      () => getClosers().push(async () => close(await resource)),
      () => {
        resourcePromise = undefined; // the next file tries again
      },
    );
    return resource;
  };
}

/** The environment of the browser tests: Node's, plus closing a worker's shared resources when it ends. */
export default {
  name: "worker-resources",
  viteEnvironment: "ssr",
  setup() {
    return {
      async teardown() {
        const errors: unknown[] = [];
        for (const close of getClosers().splice(0).toReversed()) await close().catch((error) => errors.push(error));
        if (errors.length > 0) throw new AggregateError(errors, "shared resources could not be closed");
      },
    };
  },
} satisfies Environment;
