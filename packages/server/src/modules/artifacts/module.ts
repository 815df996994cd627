import { deleteInPortions } from "../../core/deleteInPortions.ts";
import { defineModule } from "../../core/serverModule.ts";
import { artifactsStep } from "./artifactsStep.ts";
import "./objectType.ts";
import { deleteSomeSaved } from "./saved/repository.ts";

const artifactsPerPortion = 20;

export const artifactsModule = defineModule({
  name: "artifacts",
  runSteps: [artifactsStep],
  async erasePerson({ db }, personId) {
    await deleteInPortions(() => deleteSomeSaved(db, personId, artifactsPerPortion));
    return true;
  },
});
