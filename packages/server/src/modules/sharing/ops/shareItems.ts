import { shareItems } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { shareSnapshot } from "../shareSnapshot.ts";

export const shareItemsHandler = implement(shareItems, (ctx, input) => shareSnapshot(ctx, ctx.actor, input));
