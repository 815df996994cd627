import { readFileSync } from "node:fs";

const containerfile = readFileSync(new URL("../../../Containerfile", import.meta.url), "utf8");
const [, nodeOptions = ""] = /^CMD \["node", ((?:"--[^"]+", )*)/m.exec(containerfile) ?? [];
const [, trimThreshold = ""] = /\bMALLOC_TRIM_THRESHOLD_=(\d+)/.exec(containerfile) ?? [];
if (!nodeOptions || !trimThreshold) throw new Error("Containerfile does not set the options that are measured");

/** What the container sets so that the server takes less memory. A measured server gets the same. */
export const containerOptions = {
  nodeOptions: [...nodeOptions.matchAll(/"([^"]+)"/g)].map(([, option]) => option),
  environment: { MALLOC_TRIM_THRESHOLD_: trimThreshold },
};
