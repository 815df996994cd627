import { deleteInPortions } from "../../core/deleteInPortions.ts";
import { defineModule } from "../../core/serverModule.ts";
import { getOwnerIdOfRow } from "../access/service.ts";
import { deletePromptStore, deleteReceivedPrompts, deleteSomePrompts } from "./repository.ts";

const rowsPerPortion = 500;

export const promptsModule = defineModule({
  name: "prompts",
  async erasePerson({ db }, personId) {
    const ownerId = getOwnerIdOfRow({ owner_id: personId });
    await deleteInPortions(() => deleteSomePrompts(db, ownerId, rowsPerPortion));
    await deleteReceivedPrompts(db, ownerId);
    await deletePromptStore(db, ownerId);
    return true;
  },
});
