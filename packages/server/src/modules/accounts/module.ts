import { defineModule } from "../../core/serverModule.ts";
import { getOwnerIdOfRow } from "../access/service.ts";
import { deleteAccounts } from "./repository.ts";

export const accountsModule = defineModule({
  name: "accounts",
  async erasePerson({ db }, personId) {
    await deleteAccounts(db, getOwnerIdOfRow({ owner_id: personId }));
    return true;
  },
});
