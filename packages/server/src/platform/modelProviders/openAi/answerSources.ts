import { isRecord } from "../transport/jsonValues.ts";

/** Collects the web pages that a model which searches by itself names beside its text. */
export interface SourceCollector {
  /** Adds the pages of a chunk and of its delta. */
  add(chunk: Record<string, unknown>, delta: Record<string, unknown>): void;
  /** Returns the pages once as Markdown: what makes each `[1]` a link, and a list. "" if there are none. */
  build(): string;
}

interface Source {
  url: string;
  title: string;
}

const maxSources = 100;
const maxLength = 2_000;

/**
 * Perplexity sends `citations`, the addresses to which `[1]` refers, and `search_results` with their titles, in every
 * chunk. OpenAI and OpenRouter send `url_citation` annotations.
 */
export function createSourceCollector(): SourceCollector {
  let citations: readonly unknown[] = [];
  let results: readonly unknown[] = [];
  const annotations: Source[] = [];
  let isBuilt = false;
  return {
    add(chunk, delta) {
      if (Array.isArray(chunk.citations)) citations = chunk.citations;
      if (Array.isArray(chunk.search_results)) results = chunk.search_results;
      if (!Array.isArray(delta.annotations) || annotations.length > maxSources) return;
      for (const annotation of delta.annotations) {
        const page = isRecord(annotation) ? readSource(annotation.url_citation) : null;
        if (page && page.url !== "" && !annotations.some(({ url }) => url === page.url)) annotations.push(page);
      }
    },
    build() {
      if (isBuilt) return "";
      isBuilt = true;
      const titles = new Map([...results, ...annotations].map(readSource).map(({ url, title }) => [url, title]));
      // The first list that is there has the numbers.
      const listed = [citations, results, annotations].find(({ length }) => length > 0) ?? [];
      const sources = listed.slice(0, maxSources).map(readSource);
      if (sources.every(({ url }) => url === "")) return "";
      const definitions = sources.map(({ url }, index) => (url === "" ? "" : `[${index + 1}]: <${url}>\n`));
      const list = sources.map(({ url, title }, index) => {
        const name = title || titles.get(url) || formatAddress(url);
        return `${index + 1}. ${url === "" ? name : `[${name}](<${url}>)`}\n`;
      });
      return `\n\n${definitions.join("")}\n${list.join("")}`;
    },
  };
}

/** Reads an address, or an object with an address and a title. Each is "" if there is none. */
function readSource(value: unknown): Source {
  const { url, title } = isRecord(value) ? value : { url: value, title: "" };
  const isAddress = typeof url === "string" && url.length <= maxLength && /^https?:/i.test(url);
  return {
    url: (isAddress ? URL.parse(url)?.href : undefined) ?? "",
    title: typeof title === "string" ? toPlainText(title) : "",
  };
}

/** Removes what Markdown would format, and NUL. */
const toPlainText = (title: string) =>
  title
    .slice(0, maxLength)
    .replace(/[\s*_[\]<>`\\$!|\0]+/g, " ")
    .trim();

function formatAddress(url: string): string {
  const address = URL.parse(url);
  return address ? toPlainText(address.host + address.pathname.replace(/\/$/, "")) : "–";
}
