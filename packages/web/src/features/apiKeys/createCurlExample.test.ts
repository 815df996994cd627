import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { createCurlExample } from "./createCurlExample.ts";

test("a shell reads the example as it was meant, whatever the model is called", () => {
  const example = createCurlExample({
    ...{ secret: "amp-v1-a_b", chatAddress: "https://ai.uni.edu/chat", modelId: `o'neill/"large" $HOME` },
  });
  const { stdout } = spawnSync("sh", ["-c", `curl() { printf '%s\\n--\\n' "$@"; }\n${example}`], { encoding: "utf8" });
  const [address, , authorization, , contentType, , body = ""] = stdout.split("\n--\n");
  expect([address, authorization, contentType]).toEqual([
    "https://ai.uni.edu/chat",
    "authorization: Bearer amp-v1-a_b",
    "content-type: application/json",
  ]);
  expect(JSON.parse(body)).toMatchObject({ model: `o'neill/"large" $HOME`, stream: false });
});
