import type { Jobs } from "../platform/jobs/jobs.ts";

/** Starts the jobs only when the first one is sent: most tests send none, and starting takes about 100 ms. */
export function startJobsOnFirstSend(jobs: Jobs): Jobs {
  return {
    ...jobs,
    async send(name, payload, key) {
      await jobs.start();
      await jobs.send(name, payload, key);
    },
  };
}
