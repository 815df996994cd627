import { defineModule } from "../../core/serverModule.ts";
import { countRequest } from "./requestRates.ts";

export const requestRatesModule = defineModule({
  name: "requestRates",
  gates: [(platform, caller) => countRequest(platform, caller)],
});
