import { openShareLink } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { openLink } from "../shareLinks.ts";

export const openShareLinkHandler = implement(openShareLink, (ctx, { key }) => openLink(ctx, ctx.actor, key));
