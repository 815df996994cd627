/** Where a person signs in. The identity provider sends them back to `/`, without the fragment. */
export const signInPath = "/auth/signin?returnTo=/";

const key = "lectern.fragment";

/** Keeps what is open over the way to the identity provider and back. Call it before leaving. */
export function keepFragment(): void {
  try {
    if (location.hash) sessionStorage.setItem(key, location.hash);
  } catch {
    // Storage is blocked: after sign-in a new conversation is open.
  }
}

/** Opens again what `keepFragment` kept, unless something else is asked for. Call it before the first render. */
export function restoreFragment(): void {
  try {
    const kept = sessionStorage.getItem(key);
    if (kept === null) return;
    sessionStorage.removeItem(key);
    if (!location.hash && kept.startsWith("#")) history.replaceState(null, "", kept);
  } catch {
    // Storage is blocked: nothing was kept.
  }
}
