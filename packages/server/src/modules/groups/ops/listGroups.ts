import { listGroups as op } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { listGroups } from "../listGroups.ts";

export const listGroupsHandler = implement(op, (ctx, page) => listGroups(ctx, ctx.actor, page));
