import { defineModule } from "../../core/serverModule.ts";
import { registerLogoRoute } from "../../http/appearance/logoRoute.ts";

export const appearanceModule = defineModule({ name: "appearance", registerRoutes: registerLogoRoute });
