import type { FastifyInstance } from "fastify";

/** Lists every route of a server as `METHOD /path`; omits HEAD where GET exists. Call it after the app is ready. */
export function listAppRoutes(app: FastifyInstance): string[] {
  const routes: string[] = [];
  const pathParts: string[] = [];
  for (const line of app.printRoutes({ commonPrefix: false }).split("\n")) {
    const [, indent = "", part = "", methods] = /^((?:│ {3}| {4})*)[├└]── (\S+)(?: \((.*)\))?$/.exec(line) ?? [];
    if (part === "") continue;
    pathParts.length = indent.length / 4;
    pathParts.push(part);
    for (const method of methods?.split(", ") ?? []) {
      if (method !== "HEAD" || !methods?.includes("GET")) routes.push(`${method} ${pathParts.join("")}`);
    }
  }
  return routes;
}
