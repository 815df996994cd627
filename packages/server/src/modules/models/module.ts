import { defineModule } from "../../core/serverModule.ts";
import { defineServerState } from "../../core/serverState.ts";
import { type SeededModels, seedModels } from "./service.ts";

const seeded = defineServerState((): SeededModels => ({ names: [], problems: [] }));

export const modelsModule = defineModule({
  name: "models",
  async seed(platform) {
    Object.assign(seeded(platform), await seedModels(platform));
  },
  async summarize(platform) {
    const { names, problems } = seeded(platform);
    return [
      { label: "Models", text: names.length > 0 ? names.join(", ") : "none yet" },
      ...problems.map((text) => ({ label: "", text })),
    ];
  },
});
