/** Code that is loaded apart from the page's first file. */
export interface Loadable<T> {
  /** Loads it, once; after a failure the next call tries again. Rejects when it cannot be had. */
  load(): Promise<T>;
  /** What was loaded; null: it has not come yet. */
  loaded(): T | null;
}

/** Knows whether `importIt` has been done, so that what is there can be drawn in the same frame. */
export function loadable<T>(importIt: () => Promise<T>): Loadable<T> {
  let loading: Promise<T> | null = null;
  let value: T | null = null;
  return {
    load: () => {
      loading ??= importIt().then(
        (loaded) => {
          value = loaded;
          return loaded;
        },
        (error: unknown) => {
          loading = null;
          throw error;
        },
      );
      return loading;
    },
    loaded: () => value,
  };
}
