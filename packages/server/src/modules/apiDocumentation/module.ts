import { defineModule } from "../../core/serverModule.ts";
import { registerApiDocumentRoutes } from "../../http/files/siteFileRoutes.ts";

export const apiDocumentationModule = defineModule({
  name: "apiDocumentation",
  registerRoutes: registerApiDocumentRoutes,
});
