import { computeHash } from "./computeHash.ts";
import type { HashRequest } from "./computeHashInWorker.ts";

addEventListener("message", ({ data: { bytes, name } }: MessageEvent<HashRequest>) => {
  computeHash(bytes, name).then(
    (hash) => postMessage(hash),
    () => postMessage(null),
  );
});
