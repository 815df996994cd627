import { listSystemIds } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { toUtcDay } from "../keyState.ts";
import { listSystemIdsOf } from "../repository.ts";

export const listSystemIdsHandler = implement(listSystemIds, async (ctx) =>
  listSystemIdsOf(ctx.db, getOwnerId(ctx.actor), toUtcDay(ctx.clock.now())),
);
