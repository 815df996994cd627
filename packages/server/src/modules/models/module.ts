import { defineModule } from "../../core/serverModule.ts";
import { defineServerState } from "../../core/serverState.ts";
import { type SeededModels, seedModels } from "./service.ts";

const getSeededModels = defineServerState((): SeededModels => ({ names: [], problems: [] }));

export const modelsModule = defineModule({
  name: "models",
  async seed(platform) {
    Object.assign(getSeededModels(platform), await seedModels(platform));
  },
  async summarize(platform) {
    const { names, problems } = getSeededModels(platform);
    return [
      { label: "Models", text: names.length > 0 ? names.join(", ") : "none yet" },
      ...problems.map((text) => ({ label: "", text })),
    ];
  },
});
