import { defineModule } from "../../core/serverModule.ts";
import { deleteKeysOfPerson } from "./repository.ts";

export const apiKeysModule = defineModule({
  name: "apiKeys",
  async erasePerson({ db }, personId) {
    await deleteKeysOfPerson(db, personId);
    return true;
  },
});
