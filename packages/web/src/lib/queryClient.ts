import {
  CancelledError,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  notifyManager,
  type Query,
  QueryCache,
  QueryClient,
  type QueryKey,
} from "@tanstack/react-query";
import { CallError } from "./callError.ts";

type RefetchType = InvalidateQueryFilters["refetchType"];

/** Allows two retries of calls that may have failed temporarily: no response, or status 502, 503 or 504. */
export function shouldRetry(failureCount: number, error: unknown): boolean {
  if (failureCount >= 2 || !(error instanceof CallError)) return false;
  return error.status === null || error.status === 502 || error.status === 503 || error.status === 504;
}

// Render results immediately. With the default timer, each step of the first screen would wait for other queued work.
notifyManager.setScheduler(queueMicrotask);

/**
 * Invalidates the first fetch of a query, too. TanStack Query lets it finish and then considers its result fresh, although
 * the server may have read it before the change.
 */
export class WorkspaceQueryClient extends QueryClient {
  /** The options of the last invalidation of each first fetch. */
  readonly #options = new WeakMap<Query, { refetchType: RefetchType; options: InvalidateOptions | undefined }>();
  readonly #laterInvalidations = new WeakMap<Query, Promise<void>>();

  override async invalidateQueries<K extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<K>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const firstFetches = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: "fetching" })
      .filter(({ state }) => state.data === undefined);
    for (const query of firstFetches) this.#options.set(query, { refetchType: filters?.refetchType, options });
    await Promise.all([
      super.invalidateQueries(filters, options),
      ...firstFetches.map((query) => this.#invalidateLater(query)),
    ]);
  }

  #invalidateLater(query: Query): Promise<void> {
    const pending = this.#laterInvalidations.get(query);
    if (pending) return pending;
    const invalidateAgain = (): Promise<void> => {
      const { refetchType, options } = this.#options.get(query) ?? {};
      const filters = { queryKey: query.queryKey, exact: true };
      return super.invalidateQueries(refetchType ? { ...filters, refetchType } : filters, options);
    };
    const invalidation = Promise.resolve(query.promise)
      // The query has the error. What was cancelled is not wanted any more.
      .then(
        () => true,
        (error: unknown) => !(error instanceof CancelledError),
      )
      .then((isWanted) => {
        this.#laterInvalidations.delete(query);
        return isWanted ? invalidateAgain() : undefined;
      });
    this.#laterInvalidations.set(query, invalidation);
    return invalidation;
  }
}

export const queryClient = new WorkspaceQueryClient({
  // Most parts of the app fall back to defaults. The rest of a key contains ids, which the console does not need.
  queryCache: new QueryCache({
    onError: (error, { queryKey: [name] }) => console.warn(`The query "${name}" failed.`, error.message),
  }),
  defaultOptions: {
    queries: { staleTime: 30_000, gcTime: 10 * 60_000, retry: shouldRetry, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
});
