import { deletePythonFunction } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import * as repository from "../repository.ts";

export const deletePythonFunctionHandler = implement(
  deletePythonFunction,
  async ({ db, actor }, { function_name: name }) => {
    await repository.deletePythonFunction(db, getOwnerId(actor), name);
    return {};
  },
);
