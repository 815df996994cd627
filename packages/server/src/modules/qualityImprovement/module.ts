import { deleteInPortions } from "../../core/deleteInPortions.ts";
import { defineModule } from "../../core/serverModule.ts";
import { getOwnerIdOfRow } from "../access/service.ts";
import { deleteSomeSubmissions } from "./repository.ts";

const rowsPerPortion = 100;

export const qualityImprovementModule = defineModule({
  name: "qualityImprovement",
  async erasePerson({ db }, personId) {
    const ownerId = getOwnerIdOfRow({ owner_id: personId });
    await deleteInPortions(() => deleteSomeSubmissions(db, ownerId, rowsPerPortion));
    return true;
  },
});
