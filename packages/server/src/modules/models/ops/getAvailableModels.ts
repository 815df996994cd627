import { getAvailableModels } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { availableModels } from "../service.ts";

export const getAvailableModelsHandler = implement(getAvailableModels, (ctx) => availableModels(ctx, ctx.actor));
