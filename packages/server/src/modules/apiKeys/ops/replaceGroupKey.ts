import { replaceGroupKey } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { replaceKeyOfGroup } from "../replaceKeyOfGroup.ts";

export const replaceGroupKeyHandler = implement(replaceGroupKey, (ctx, { groupId }) =>
  replaceKeyOfGroup(ctx, ctx.actor, groupId),
);
