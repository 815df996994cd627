import { deleteInPortions } from "../../core/deleteInPortions.ts";
import { defineModule } from "../../core/serverModule.ts";
import { getOwnerIdOfRow } from "../access/service.ts";
import { deleteClearing, deleteSomePendingFacts } from "./extraction/repository.ts";
import { memoryStep } from "./memoryStep.ts";
import { deleteProjects, deleteSomeMemories } from "./repository.ts";

const rowsPerPortion = 500;

export const memoryModule = defineModule({
  name: "memory",
  runSteps: [memoryStep],
  async erasePerson({ db }, personId) {
    const ownerId = getOwnerIdOfRow({ owner_id: personId });
    await deleteInPortions(() => deleteSomePendingFacts(db, ownerId, rowsPerPortion));
    await deleteInPortions(() => deleteSomeMemories(db, ownerId, rowsPerPortion));
    await deleteProjects(db, ownerId);
    await deleteClearing(db, ownerId);
    return true;
  },
});
