import { computeMd5 } from "./computeMd5.ts";

addEventListener("message", ({ data }: MessageEvent<Blob>) => {
  computeMd5(data).then(
    (md5) => postMessage(md5),
    () => postMessage(null),
  );
});
