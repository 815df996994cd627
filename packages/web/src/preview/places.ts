interface Source {
  /** Null for a library and for what the compiler adds. */
  path: string | null;
  lines: number[] | null;
  /** What stands for its address in messages. */
  label: string;
}

export interface Place {
  file: string | null;
  line: number | null;
}

const sources = new Map<string, Source>();
const nowhere: Place = { file: null, line: null };
const addressPattern = /blob:[^\s'"()]*?\/[0-9a-f-]{36}/g;

/** Creates the address of a script. Errors of it are then reported with the file that it came from. */
export function createScriptUrl(code: string, source: Source): string {
  const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  sources.set(url, source);
  return url;
}

/** Returns the first place of a stack that belongs to the artifact. */
export function findPlace(stack: string): Place {
  for (const [, url = "", line = ""] of stack.matchAll(/(blob:[^\s'"()]*?\/[0-9a-f-]{36}):(\d+)/g)) {
    const place = toPlace(url, Number(line));
    if (place.file !== null) return place;
  }
  return nowhere;
}

export function toPlace(url: string, line: number): Place {
  const source = sources.get(url);
  if (!source || source.path === null) return nowhere;
  return { file: source.path, line: (source.lines ? source.lines[line - 1] : line) || null };
}

/** Replaces the addresses of scripts by the names of files and libraries. */
export const nameSources = (text: string) => text.replace(addressPattern, (url) => sources.get(url)?.label ?? url);
