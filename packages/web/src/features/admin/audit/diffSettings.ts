/** A setting that has changed, and where it is: the names of the members that lead to it. */
export interface SettingChange {
  path: readonly string[];
  /** Undefined: it did not exist, or it was not recorded. */
  before?: unknown;
  after?: unknown;
}

/**
 * Lists what differs between two JSON values, in the order of the members. Lists of texts and numbers are compared as sets:
 * `before` has what is gone, `after` what is new.
 */
export function diffSettings(before: unknown, after: unknown, path: readonly string[] = []): SettingChange[] {
  if (isEqual(before, after)) return [];
  if (isPlainList(before) && isPlainList(after)) {
    const gone = before.filter((item) => !after.includes(item));
    const added = after.filter((item) => !before.includes(item));
    // Only the order differs, or how often something is there.
    if (gone.length + added.length === 0) return [{ path, before, after }];
    return [{ path, ...(gone.length > 0 && { before: gone }), ...(added.length > 0 && { after: added }) }];
  }
  if (!canDescend(before) || !canDescend(after) || (isEmpty(before) && isEmpty(after))) {
    return [{ path, ...(!isEmpty(before) && { before }), ...(!isEmpty(after) && { after }) }];
  }
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.flatMap((name) => diffSettings(getMember(before, name), getMember(after, name), [...path, name]));
}

/** True for what may have members, or is missing beside something that has. */
function canDescend(value: unknown): value is object | null | undefined {
  return (typeof value === "object" || value === undefined) && !isPlainList(value);
}

const isEmpty = (value: unknown) => value === undefined || value === null;

const isPlainList = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.every((item) => typeof item !== "object" || item === null);

const isEqual = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

function getMember(value: object | null | undefined, name: string): unknown {
  if (isEmpty(value)) return undefined;
  return Object.hasOwn(value as object, name) ? Reflect.get(value as object, name) : undefined;
}
