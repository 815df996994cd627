import { deleteInPortions } from "../../core/deleteInPortions.ts";
import { defineModule } from "../../core/serverModule.ts";
import { runPeriodically } from "../../platform/runPeriodically.ts";
import "./objectType.ts";
import { deleteExpiredShares, deleteReceipts, deleteSomeShares } from "./repository.ts";

const reaperIntervalMs = 60 * 60 * 1_000;
const sharesPerPortion = 20;

export const sharingModule = defineModule({
  name: "sharing",
  async erasePerson({ db }, personId) {
    await deleteInPortions(() => deleteSomeShares(db, personId, sharesPerPortion));
    await deleteReceipts(db, personId);
    return true;
  },
  start: async ({ db, clock, log }) => [
    runPeriodically(
      reaperIntervalMs,
      () => deleteInPortions(() => deleteExpiredShares(db, clock.now(), sharesPerPortion)),
      (error) => log.warn({ err: error }, "expired snapshots could not be deleted"),
    ),
  ],
});
