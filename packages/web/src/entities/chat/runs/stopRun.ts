import { killRun } from "./chatStream.ts";
import type { RunDependencies } from "./runDependencies.ts";

/** Asks the server to stop a run. Throws if there is no token. */
export async function stopRun(
  { endpoint, getAccessToken }: Pick<RunDependencies, "endpoint" | "getAccessToken">,
  requestId: string,
): Promise<void> {
  const token = await getAccessToken();
  if (await killRun(endpoint, token, requestId)) return;
  // The token may have expired. Without another attempt the model would continue unseen, at a cost.
  const renewedToken = await getAccessToken(token);
  if (renewedToken !== token) await killRun(endpoint, renewedToken, requestId);
}
