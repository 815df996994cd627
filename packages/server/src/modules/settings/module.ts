import { defineModule } from "../../core/serverModule.ts";
import { getOwnerIdOfRow } from "../access/service.ts";
import { deleteUserSettings } from "./repository.ts";

export const settingsModule = defineModule({
  name: "settings",
  async erasePerson({ db }, personId) {
    await deleteUserSettings(db, getOwnerIdOfRow({ owner_id: personId }));
    return true;
  },
});
