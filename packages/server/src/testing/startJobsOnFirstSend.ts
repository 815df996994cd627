import type { Jobs } from "../platform/jobs/jobs.ts";

/** Jobs that start when the first one is sent: most tests never send one, and starting takes some 100 ms. */
export function startJobsOnFirstSend(jobs: Jobs): Jobs {
  return {
    ...jobs,
    async send(name, payload, key) {
      await jobs.start();
      await jobs.send(name, payload, key);
    },
  };
}
