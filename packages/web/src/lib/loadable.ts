/** Code that is loaded lazily. */
export interface Loadable<T> {
  /** Loads the code once; after a failure, the next call tries again. Rejects if it cannot be loaded. */
  load(): Promise<T>;
  /** Returns the loaded code, or null if it has not been loaded yet. */
  getLoaded(): T | null;
}

/**
 * Wraps a dynamic import. Loaded code is available synchronously, so that a component can render it in the same frame.
 */
export function createLoadable<T>(importCode: () => Promise<T>): Loadable<T> {
  let loading: Promise<T> | null = null;
  let value: T | null = null;
  return {
    load: () => {
      loading ??= importCode().then(
        (loadedValue) => {
          value = loadedValue;
          return loadedValue;
        },
        (error: unknown) => {
          loading = null;
          throw error;
        },
      );
      return loading;
    },
    getLoaded: () => value,
  };
}
