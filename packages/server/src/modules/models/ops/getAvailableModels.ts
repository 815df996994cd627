import { getAvailableModels } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { listAvailableModels } from "../service.ts";

export const getAvailableModelsHandler = implement(getAvailableModels, (ctx) => listAvailableModels(ctx, ctx.actor));
