import { listPythonFunctions } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { selectPythonFunctions } from "../repository.ts";

export const listPythonFunctionsHandler = implement(listPythonFunctions, async ({ db, actor }) => ({
  functions: await selectPythonFunctions(db, getOwnerId(actor)),
}));
