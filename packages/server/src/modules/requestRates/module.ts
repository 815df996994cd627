import { defineModule } from "../../core/serverModule.ts";
import { countRequest } from "./requestRates.ts";

export const requestRatesModule = defineModule({
  name: "requestRates",
  gates: { rate: (platform, actor, { weight }) => countRequest(platform, actor, weight) },
});
