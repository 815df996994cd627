import { enableCompileCache } from "node:module";
import { buildWeb } from "./buildWeb.ts";

enableCompileCache();
try {
  buildWeb();
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n\n`);
  process.exit(1);
}
await import("../packages/server/src/main.ts");
