/** A small value in localStorage that belongs to one person; null when it is absent or storage is blocked. */
export function readUserValue(userId: string, key: string): string | null {
  try {
    return localStorage.getItem(nameOf(userId, key));
  } catch {
    return null;
  }
}

/** Keeps a small value for one person; null removes it. Without storage it is simply not kept. */
export function writeUserValue(userId: string, key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(nameOf(userId, key));
    else localStorage.setItem(nameOf(userId, key), value);
  } catch {
    // Storage is blocked or full: the value lasts as long as the page.
  }
}

/** Calls `listener` whenever another tab removes a value. Gives the function that ends that. */
export function onUserValueRemoved(userId: string, key: string, listener: () => void): () => void {
  const hear = (event: StorageEvent) => {
    if (event.key === nameOf(userId, key) && event.newValue === null) listener();
  };
  addEventListener("storage", hear);
  return () => removeEventListener("storage", hear);
}

const nameOf = (userId: string, key: string) => `lectern.${userId}.${key}`;
