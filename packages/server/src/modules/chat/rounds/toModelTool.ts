import type { RunTool } from "../../../core/run/tool.ts";
import type { ModelTool } from "../../../platform/modelProviders/modelProvider.ts";

export function toModelTool({ name, description, parameters }: RunTool): ModelTool {
  return { name, description, parameters };
}
