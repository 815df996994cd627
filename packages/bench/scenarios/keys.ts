import { createApiKey, generalAccount, getUserSettings } from "@lectern/contract";
import { createApiClient } from "../../e2e/support/content/createApiClient.ts";
import { signInByHttp } from "../../e2e/support/content/signInByHttp.ts";
import { startLectern } from "../../e2e/support/servers/startLectern.ts";
import type { Figure } from "../report.ts";
import { median, percentile } from "../support/percentile.ts";
import type { Scenario } from "../support/scenario.ts";

const sampleCount = 3_000;
const warmUpCount = 500;

/**
 * Measures what the authentication with an API key adds to a small op, compared with the access token of a session, in
 * paired, alternating samples.
 */
export const keys: Scenario = async (resources, progress) => {
  const environment = { REQUESTS_PER_MINUTE: "1000000" };
  const { url } = await resources.use(startLectern(environment), (running) => running.close());
  const { accessToken } = await signInByHttp(url, "measured@example.org");
  const session = createApiClient(url, accessToken);
  const { key } = await session.call(createApiKey, {
    ...{ account: generalAccount.id, appName: "Measured", accessTypes: ["full_access"] },
  });
  if (key === null) throw new Error("the key is not shown to its owner");
  const withKey = createApiClient(url, key);
  const measure = async (api: typeof session) => {
    const startedAt = performance.now();
    await api.call(getUserSettings, {});
    return performance.now() - startedAt;
  };
  progress(`${sampleCount} pairs of calls`);
  const samples = { session: [] as number[], key: [] as number[], added: [] as number[] };
  for (let count = -warmUpCount; count < sampleCount; count++) {
    const sessionMs = await measure(session);
    const keyMs = await measure(withKey);
    if (count < 0) continue;
    samples.session.push(sessionMs);
    samples.key.push(keyMs);
    samples.added.push(keyMs - sessionMs);
  }
  const variant = "a small op through REST, PGlite";
  const figures: Figure[] = [
    {
      name: "time that a key adds, p50",
      ...{ variant, unit: "ms", ours: median(samples.added), floor: null, aim: { atMost: 0.3 } },
    },
    ...[0.5, 0.95].map(
      (share): Figure => ({
        name: `time of a call, p${share * 100}`,
        ...{ variant, unit: "ms", ours: percentile(samples.key, share), floor: percentile(samples.session, share) },
      }),
    ),
  ];
  return {
    scenario: "keys",
    floor: "the same call with the access token of a session",
    figures,
    notes: ["A key, like a session, is read from the database every two seconds; the other calls find it in memory."],
  };
};
