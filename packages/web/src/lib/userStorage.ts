/** What localStorage did not take, for as long as the page lasts. */
const unkept = new Map<string, string>();

/** A small value in localStorage that belongs to one person; null when it is absent. */
export function readUserValue(userId: string, key: string): string | null {
  const known = unkept.get(nameOf(userId, key));
  if (known !== undefined) return known;
  try {
    return localStorage.getItem(nameOf(userId, key));
  } catch {
    return null;
  }
}

/** Keeps a small value for one person; null removes it. Where storage is blocked or full it lasts as long as the page. */
export function writeUserValue(userId: string, key: string, value: string | null): void {
  unkept.delete(nameOf(userId, key));
  try {
    if (value === null) localStorage.removeItem(nameOf(userId, key));
    else localStorage.setItem(nameOf(userId, key), value);
  } catch {
    if (value !== null) unkept.set(nameOf(userId, key), value);
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

/** Calls `listener` whenever another tab changes a value. Gives the function that ends that. */
export function onUserValueChanged(userId: string, key: string, listener: () => void): () => void {
  const hear = (event: StorageEvent) => {
    if (event.key === nameOf(userId, key)) listener();
  };
  addEventListener("storage", hear);
  return () => removeEventListener("storage", hear);
}

const nameOf = (userId: string, key: string) => `lectern.${userId}.${key}`;
