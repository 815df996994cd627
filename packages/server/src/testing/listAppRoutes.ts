import type { FastifyInstance } from "fastify";

/** Lists every route of a server as `METHOD /path`; HEAD beside GET is left out. Call it once the app is ready. */
export function listAppRoutes(app: FastifyInstance): string[] {
  const found: string[] = [];
  const way: string[] = [];
  for (const line of app.printRoutes({ commonPrefix: false }).split("\n")) {
    const [, indent = "", part = "", methods] = /^((?:│ {3}| {4})*)[├└]── (\S+)(?: \((.*)\))?$/.exec(line) ?? [];
    if (part === "") continue;
    way.length = indent.length / 4;
    way.push(part);
    for (const method of methods?.split(", ") ?? []) {
      if (method !== "HEAD" || !methods?.includes("GET")) found.push(`${method} ${way.join("")}`);
    }
  }
  return found;
}
