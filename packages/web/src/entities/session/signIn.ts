import { getChosenLocale } from "../../lib/i18n/i18n.ts";

/**
 * Returns the sign-in path. The identity provider gets the language that the person has chosen here; otherwise the
 * browser tells it. It redirects back to `/`, without the fragment.
 */
export function getSignInPath(): string {
  const locale = getChosenLocale();
  return locale ? `/auth/signin?returnTo=/&ui_locales=${locale}` : "/auth/signin?returnTo=/";
}

const key = "lectern.fragment";

/**
 * Saves the URL's fragment, which is lost during the sign-in at the identity provider. Must be called before leaving
 * the page.
 */
export function saveFragment(): void {
  try {
    if (location.hash) sessionStorage.setItem(key, location.hash);
  } catch {
    // Storage is blocked: a new conversation opens after the sign-in.
  }
}

/**
 * Restores the fragment that `saveFragment` saved, unless the URL has a fragment. Must be called before the first
 * render.
 */
export function restoreFragment(): void {
  try {
    const savedFragment = sessionStorage.getItem(key);
    if (savedFragment === null) return;
    sessionStorage.removeItem(key);
    if (!location.hash && savedFragment.startsWith("#")) history.replaceState(null, "", savedFragment);
  } catch {
    // Storage is blocked: nothing was saved.
  }
}
