import { useSyncExternalStore } from "react";
import { navigate, readFragment, subscribeToFragment } from "../../lib/fragment.ts";

/** What the Admin Interface shows. In the URL: `#page=admin&tab={tab}`. */
export interface SiteAdminRoute {
  /** Null: the first tab. */
  tab: string | null;
}

/** Returns what the URL says about the Admin Interface; null: it is closed. */
export function useSiteAdminRoute(): SiteAdminRoute | null {
  const { fragment } = useSyncExternalStore(subscribeToFragment, readFragment);
  return parseSiteAdminRoute(fragment);
}

/** Opens the Admin Interface over the conversation. */
export function openSiteAdmin(tab: string | null = null): void {
  navigate(formatSiteAdminRoute(readFragment().fragment, { tab }));
}

/** Shows another tab. The back button closes the Admin Interface, and does not go through its tabs. */
export function changeSiteAdminTab(tab: string): void {
  navigate(formatSiteAdminRoute(readFragment().fragment, { tab }), { replace: true });
}

export function closeSiteAdmin(): void {
  navigate(formatSiteAdminRoute(readFragment().fragment, null));
}

export function parseSiteAdminRoute(fragment: string): SiteAdminRoute | null {
  const parameters = new URLSearchParams(fragment.replace(/^#/, ""));
  return parameters.get("page") === "admin" ? { tab: parameters.get("tab") || null } : null;
}

/** Returns a fragment with another route of the Admin Interface, and with the same conversation; null closes it. */
export function formatSiteAdminRoute(fragment: string, route: SiteAdminRoute | null): string {
  const conversation = fragment
    .replace(/^#/, "")
    .split("&")
    .filter((part) => part.startsWith("c="));
  const ownParts = route ? ["page=admin", ...(route.tab === null ? [] : [`tab=${encodeURIComponent(route.tab)}`])] : [];
  const parts = [...conversation, ...ownParts];
  return parts.length === 0 ? "" : `#${parts.join("&")}`;
}
