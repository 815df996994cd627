import type { Platform } from "./context.ts";

/**
 * Defines a value that lives as long as a server, such as a cache or a queue. Returns a function that takes a platform,
 * or a context created from one, and returns the platform's value. The first call creates the value. Use this instead
 * of a module-level variable.
 */
export function defineServerState<Value, ServiceName extends keyof Platform = never>(
  create: (platform: Pick<Platform, ServiceName>) => Value,
): (platform: Pick<Platform, ServiceName | "state">) => Value {
  const key = {};
  return (platform) => {
    if (!platform.state.has(key)) platform.state.set(key, create(platform));
    return platform.state.get(key) as Value; // only this function uses this key
  };
}
