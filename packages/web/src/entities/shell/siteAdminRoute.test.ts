import { expect, test } from "vitest";
import { formatSiteAdminRoute, parseSiteAdminRoute } from "./siteAdminRoute.ts";

test("the fragment names the tab, beside the conversation", () => {
  const fragment = formatSiteAdminRoute("#c=1&m=2", { tab: "featureFlags" });
  expect(fragment).toBe("#c=1&page=admin&tab=featureFlags");
  expect(parseSiteAdminRoute(fragment)).toEqual({ tab: "featureFlags" });
  const other = formatSiteAdminRoute(fragment, { tab: null });
  expect(other).toBe("#c=1&page=admin");
  expect(parseSiteAdminRoute(other)).toEqual({ tab: null });
  expect(formatSiteAdminRoute(other, null)).toBe("#c=1");
  expect(formatSiteAdminRoute("#page=home", { tab: null })).toBe("#page=admin");
  expect(formatSiteAdminRoute("#page=admin", null)).toBe("");
});

test("another page does not open it", () => {
  for (const fragment of ["", "#c=1&tab=featureFlags", "#page=home", "#admin=1"])
    expect(parseSiteAdminRoute(fragment)).toBeNull();
});
