import type { Actor, Platform } from "./context.ts";

/**
 * Runs all gates in the order of the modules. Throws their errors. Called for authenticated requests, and for requests
 * to the signed URLs that return a file's status, metadata or text.
 */
export async function passGates(platform: Platform, caller: Pick<Actor, "userId">): Promise<void> {
  for (const gate of platform.gates) await gate(platform, caller);
}
