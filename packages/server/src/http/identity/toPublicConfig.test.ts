import { type Appearance, defaultAppearance } from "@lectern/contract";
import { expect, test } from "vitest";
import { readConfig } from "../../config.ts";
import { applyEnvironment } from "../../modules/appearance/service.ts";
import { toPublicConfig } from "./toPublicConfig.ts";

const read = (environment: Record<string, string>, saved: Partial<Appearance> = {}) => {
  const config = readConfig(environment);
  const appearance = applyEnvironment(config, { ...defaultAppearance, ...saved });
  return toPublicConfig(config, { appearance, revision: 7 }, new Date("2026-11-29T12:00:00Z"));
};

test("the browser learns whether an answer locks the rest, and where new conversations are stored", () => {
  expect(read({})).toMatchObject({ locksWhileAnswering: false, defaultStorage: null });
  const environment = { LOCK_WHILE_ANSWERING: "on", DEFAULT_CONVERSATION_STORAGE: "cloud" };
  expect(read(environment)).toMatchObject({ locksWhileAnswering: true, defaultStorage: "cloud" });
});

test("what the environment sets goes before what administrators have saved, and the default comes last", () => {
  const saved = { productName: "Saved", contactEmail: "saved@uni.edu", helpUrl: "https://uni.edu/help" };
  expect(read({}, saved)).toMatchObject({ ...saved, supportEmail: "saved@uni.edu", policyUrl: null, logoUrl: null });
  const environment = { PRODUCT_NAME: "Set", CONTACT_EMAIL: "set@uni.edu", POLICY_URL: "https://uni.edu/policy" };
  expect(
    read(environment, { ...saved, policyUrl: "https://uni.edu/other", supportEmail: "help@uni.edu" }),
  ).toMatchObject({
    productName: "Set",
    contactEmail: "set@uni.edu",
    supportEmail: "help@uni.edu",
    policyUrl: "https://uni.edu/policy",
  });
  expect(read({}).productName).toBe("Lectern");
  expect(read({}, { logo: "data:image/png;base64,AA==" }).logoUrl).toBe("/api/logo?v=7");
});

test("a notice is sent on its days, and a day before and after them, because of other time zones", () => {
  const shows = (from: string | null, until: string | null) =>
    read({}, { banner: { text: "Maintenance", tone: "info", from, until } }).banner !== null;
  expect(shows(null, null)).toBe(true);
  expect(shows("2026-11-30", null)).toBe(true);
  expect(shows("2026-12-01", null)).toBe(false);
  expect(shows(null, "2026-11-28")).toBe(true);
  expect(shows(null, "2026-11-27")).toBe(false);
});
