import { listShareLinks } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { listLinks } from "../repository.ts";

export const listShareLinksHandler = implement(listShareLinks, async (ctx) => ({
  items: await listLinks(ctx.db, getOwnerId(ctx.actor), ctx.clock.now()),
}));
