import { getAllArtifacts } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getOwnerId, getSubject } from "../../access/service.ts";
import { listSaved } from "../saved/repository.ts";

export const getAllArtifactsHandler = implement(getAllArtifacts, (ctx) =>
  listSaved(ctx.db, getSubject(ctx.actor), getOwnerId(ctx.actor)),
);
