import { describeCallError } from "./toEndpointError.ts";

/** A model that is loaded into memory first takes a while. */
const testTimeoutMs = 30_000;

/** Runs a test of an address with a time limit. The reason of a failure contains nothing that the server wrote. */
export async function toTestResult(
  signal: AbortSignal,
  url: string,
  run: (signal: AbortSignal) => Promise<void>,
): Promise<{ success: boolean; message?: string }> {
  try {
    await run(AbortSignal.any([signal, AbortSignal.timeout(testTimeoutMs)]));
    return { success: true };
  } catch (error) {
    signal.throwIfAborted();
    return { success: false, message: describeCallError(error, url) };
  }
}
