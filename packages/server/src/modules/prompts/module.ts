import { deleteInPortions } from "../../core/deleteInPortions.ts";
import { defineModule } from "../../core/serverModule.ts";
import { getOwnerIdOfRow } from "../access/service.ts";
import { deletePromptStore, deleteSomePrompts } from "./repository.ts";

const rowsPerPortion = 500;

export const promptsModule = defineModule({
  name: "prompts",
  async erasePerson({ db }, personId) {
    const ownerId = getOwnerIdOfRow({ owner_id: personId });
    await deleteInPortions(() => deleteSomePrompts(db, ownerId, rowsPerPortion));
    await deletePromptStore(db, ownerId);
    return true;
  },
});
