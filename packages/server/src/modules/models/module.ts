import { defineModule } from "../../core/serverModule.ts";
import { defineServerState } from "../../core/serverState.ts";
import { type SeededModels, seedModels } from "./service.ts";

const seededModels = defineServerState((): SeededModels => ({ names: [], problems: [] }));

export const modelsModule = defineModule({
  name: "models",
  async seed(platform) {
    Object.assign(seededModels(platform), await seedModels(platform));
  },
  async summarize(platform) {
    const { names, problems } = seededModels(platform);
    return [
      { label: "Models", text: names.length > 0 ? names.join(", ") : "none yet" },
      ...problems.map((text) => ({ label: "", text })),
    ];
  },
});
