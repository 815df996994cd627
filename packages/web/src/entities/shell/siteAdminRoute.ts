import { useSyncExternalStore } from "react";
import { navigate, readFragment, subscribeToFragment } from "../../lib/fragment.ts";

/** What the Admin Interface shows. In the URL: `#page=admin&tab={tab}&setting={setting}`. */
export interface SiteAdminRoute {
  /** Null: the first tab. */
  tab: string | null;
  /** The setting that gets the focus; null: none. */
  setting: string | null;
}

/** Returns what the URL says about the Admin Interface; null: it is closed. */
export function useSiteAdminRoute(): SiteAdminRoute | null {
  const { fragment } = useSyncExternalStore(subscribeToFragment, readFragment);
  return parseSiteAdminRoute(fragment);
}

export const isSiteAdminOpen = (): boolean => parseSiteAdminRoute(readFragment().fragment) !== null;

/** Opens the Admin Interface over the conversation. */
export function openSiteAdmin(tab: string | null = null, setting: string | null = null): void {
  navigate(formatSiteAdminRoute(readFragment().fragment, { tab, setting }));
}

/** Shows another tab. The back button closes the Admin Interface, and does not go through its tabs. */
export function changeSiteAdminTab(tab: string, setting: string | null = null): void {
  navigate(formatSiteAdminRoute(readFragment().fragment, { tab, setting }), { replace: true });
}

export function closeSiteAdmin(): void {
  navigate(formatSiteAdminRoute(readFragment().fragment, null));
}

/** Removes it from the URL as if it had never been there. */
export function leaveSiteAdmin(): void {
  navigate(formatSiteAdminRoute(readFragment().fragment, null), { replace: true });
}

export function parseSiteAdminRoute(fragment: string): SiteAdminRoute | null {
  const parameters = new URLSearchParams(fragment.replace(/^#/, ""));
  if (parameters.get("page") !== "admin") return null;
  return { tab: parameters.get("tab") || null, setting: parameters.get("setting") || null };
}

/** Returns a fragment with another route of the Admin Interface, and with the same conversation; null closes it. */
export function formatSiteAdminRoute(fragment: string, route: SiteAdminRoute | null): string {
  const conversation = fragment
    .replace(/^#/, "")
    .split("&")
    .filter((part) => part.startsWith("c="));
  const toPart = (name: string, value: string | null) =>
    value === null ? [] : [`${name}=${encodeURIComponent(value)}`];
  const ownParts = route ? ["page=admin", ...toPart("tab", route.tab), ...toPart("setting", route.setting)] : [];
  const parts = [...conversation, ...ownParts];
  return parts.length === 0 ? "" : `#${parts.join("&")}`;
}
