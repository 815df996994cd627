import { defineModule } from "../../core/serverModule.ts";
import { registerIntegrationRoutes } from "../../http/integrations/integrationRoutes.ts";
import { eraseIntegrations } from "./eraseIntegrations.ts";

export const integrationsModule = defineModule({
  name: "integrations",
  registerRoutes: registerIntegrationRoutes,
  erasePerson: eraseIntegrations,
});
