import { defineModule } from "../../core/serverModule.ts";
import { deletePythonFunctions } from "./repository.ts";

export const pythonFunctionsModule = defineModule({
  name: "pythonFunctions",
  async erasePerson({ db }, personId) {
    // There are few enough for one statement.
    await deletePythonFunctions(db, personId);
    return true;
  },
});
