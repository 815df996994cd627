import type { Actor, Platform } from "./context.ts";

/**
 * Runs all gates in the order of the modules. Every entry point calls this for authenticated requests, as do the signed
 * URLs that read a file.
 */
export async function passGates(platform: Platform, caller: Pick<Actor, "userId">): Promise<void> {
  for (const gate of platform.gates) await gate(platform, caller);
}
