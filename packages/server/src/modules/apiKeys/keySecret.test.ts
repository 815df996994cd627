import { apiKeyPrefix, maskedApiKey } from "@lectern/contract";
import { expect, test } from "vitest";
import { createTestApp } from "../../testing/createTestApp.ts";
import { createSecret, isSecret, revealSecret } from "./keySecret.ts";

test("[A9.04] a secret begins with amp-, and 40 asterisks take its place where it is hidden", async () => {
  const { platform, close } = await createTestApp();
  const { secret, stored } = createSecret(platform);
  expect(apiKeyPrefix).toBe("amp-");
  expect(secret.startsWith("amp-")).toBe(true);
  expect(isSecret(secret)).toBe(true);
  expect(revealSecret(platform, stored)).toBe(secret);
  expect(JSON.stringify(stored)).not.toContain(secret);
  expect(maskedApiKey).toBe("****************************************");
  expect(maskedApiKey).toHaveLength(40);
  await close();
});
