import type { Actor, Platform } from "./context.ts";

/** Runs all gates in the order of the modules. Each entry point of an
 * authenticated person calls it, and so do the signed URLs that read a file. */
export async function passGates(platform: Platform, caller: Pick<Actor, "userId">): Promise<void> {
  for (const gate of platform.gates) await gate(platform, caller);
}
