/** Packages whose exports all belong to D3. */
const d3Packages =
  /^d3-(?:array|axis|brush|chord|color|contour|delaunay|dispatch|drag|dsv|ease|fetch|force|format|geo|hierarchy|interpolate|path|polygon|quadtree|random|scale|scale-chromatic|selection|shape|time|time-format|timer|transition|zoom)$/;

export const tailwindLibrary = "@tailwindcss/browser";

/**
 * Returns the offered library that an import means: its specifier itself, a part of D3, or the address of the library
 * on a content delivery network. Null if there is none.
 */
export function findLibrary(specifier: string): string | null {
  if (d3Packages.test(specifier)) return "d3";
  if (!/^https?:|^\/\//.test(specifier)) return specifier;
  if (/tailwindcss/.test(specifier)) return tailwindLibrary;
  const name =
    /(?:^|[/.])(lucide-react|react-dom|recharts|react|vue|d3)(?:\.global|\.esm-browser|\.production|\.prod|\.min|[/@.]|$)/i.exec(
      specifier.replace(/^(?:https?:)?\/\/[^/]*/, (host) => (host.endsWith("d3js.org") ? "/d3/" : "")),
    )?.[1];
  if (name === undefined) return null;
  if (/\/jsx-runtime\b/.test(specifier)) return "react/jsx-runtime";
  return name === "react-dom" && /\/client\b/.test(specifier) ? "react-dom/client" : name.toLowerCase();
}

/** Babel compiles JSX in the browser; the preview does this itself. */
export const isBabel = (url: string) => /babel/.test(url);

/** Returns a module that defines the global variable of a library, as its classic script would; null if it has none. */
export function createGlobalModule(library: string): string | null {
  switch (library) {
    case "react":
      return `import * as React from "react"; globalThis.React = React;`;
    case "react-dom":
      // React 19 has no `ReactDOM.render`, but many examples still call it.
      return `import * as dom from "react-dom"; import * as client from "react-dom/client"; globalThis.ReactDOM = { render: (node, container) => client.createRoot(container).render(node), ...dom, ...client };`;
    case "vue":
      return `import * as Vue from "vue"; globalThis.Vue = Vue;`;
    case "d3":
      return `import * as d3 from "d3"; globalThis.d3 = d3;`;
    case "recharts":
      return `import * as Recharts from "recharts"; globalThis.Recharts = Recharts;`;
    case tailwindLibrary:
      return `import "${tailwindLibrary}";`;
    default:
      return null;
  }
}

/** True if the code seems to use the classes of Tailwind. */
export const usesTailwind = (code: string): boolean => tailwindClasses.test(code);

const tailwindClasses =
  /\bclass(?:Name)?\s*=\s*[{"'`][^>]*?(?<=[\s"'`])(?:[pm][xytrbl]?-\d|(?:bg|text|border)-[a-z]+-\d{2,3}\b|text-(?:xs|sm|lg|xl|\dxl|center)\b|(?:flex|grid|inline-flex)(?=[\s"'`])[^"'`]*\b(?:items|justify|gap|grid-cols)-|rounded-(?:sm|md|lg|xl|\dxl|full)\b|(?:min-)?[hw]-(?:\d|full|screen)\b|font-(?:bold|semibold|medium)\b)/m;
