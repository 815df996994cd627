import { expect, test } from "vitest";
import { formatSiteAdminRoute, parseSiteAdminRoute } from "./siteAdminRoute.ts";

test("the fragment names the tab, beside the conversation", () => {
  const fragment = formatSiteAdminRoute("#c=1&m=2", { tab: "featureFlags", setting: null });
  expect(fragment).toBe("#c=1&page=admin&tab=featureFlags");
  expect(parseSiteAdminRoute(fragment)).toEqual({ tab: "featureFlags", setting: null });
  const other = formatSiteAdminRoute(fragment, { tab: null, setting: null });
  expect(other).toBe("#c=1&page=admin");
  expect(parseSiteAdminRoute(other)).toEqual({ tab: null, setting: null });
  expect(formatSiteAdminRoute(other, null)).toBe("#c=1");
  expect(formatSiteAdminRoute("#page=home", { tab: null, setting: null })).toBe("#page=admin");
  expect(formatSiteAdminRoute("#page=admin", null)).toBe("");
});

test("the fragment names the setting that gets the focus", () => {
  const route = { tab: "featureFlags", setting: "flags.mtdCost" };
  const fragment = formatSiteAdminRoute("#c=1", route);
  expect(fragment).toBe("#c=1&page=admin&tab=featureFlags&setting=flags.mtdCost");
  expect(parseSiteAdminRoute(fragment)).toEqual(route);
});

test("another page does not open it", () => {
  for (const fragment of ["", "#c=1&tab=featureFlags", "#page=home", "#admin=1"])
    expect(parseSiteAdminRoute(fragment)).toBeNull();
});
