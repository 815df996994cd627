import type { Config } from "../../config.ts";
import { defineModule } from "../../core/serverModule.ts";
import { registerIdentityRoutes } from "../../http/identity/identityRoutes.ts";

export const identityModule = defineModule({
  name: "identity",
  registerRoutes: registerIdentityRoutes,
  summarize: async ({ config }) => [{ label: "Sign-in", text: describeSignIn(config) }],
});

function describeSignIn(config: Config): string {
  const admins = config.admins.length > 0 ? `administrators: ${config.admins.join(", ")}` : null;
  if (config.oidc) return `with ${config.oidc.issuer}; ${admins ?? "no administrators (set ADMINS)"}`;
  const people = config.embeddedSignIn === "anywhere" ? "anyone who can reach this server" : "anyone on this machine";
  return `${people}, with any email address; ${admins ?? "the first person becomes administrator"}`;
}
