import { createShareLink } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { createLink } from "../shareLinks.ts";

export const createShareLinkHandler = implement(createShareLink, (ctx, input) => createLink(ctx, ctx.actor, input));
