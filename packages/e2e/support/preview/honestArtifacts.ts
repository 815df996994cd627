/** An artifact, and what a person sees after its controls have been used. */
export interface HonestArtifact {
  name: string;
  type: string;
  contents: string;
  /** Buttons and fields to use, in this order: a name to click, or a label and a text. */
  uses?: readonly (string | readonly [label: string, text: string])[];
  /** Texts that are visible afterwards. */
  shows: readonly string[];
  /** A selector of something that is visible. */
  selector?: string;
}

const page = (body: string, head = "") =>
  `<!DOCTYPE html>\n<html lang="en"><head><title>x</title>${head}</head><body>${body}</body></html>`;

export const honestArtifacts: readonly HonestArtifact[] = [
  { name: "plain page", type: "static", contents: page("<h1>Plain</h1><p>Text</p>"), shows: ["Plain", "Text"] },
  {
    name: "styled page",
    type: "static",
    contents: page("<h1>Styled</h1>", "<style>body { background: #eef } h1::after { content: ' well' }</style>"),
    shows: ["Styled"],
  },
  {
    name: "inline handlers",
    type: "static",
    contents: page(
      `<button onclick="add(this)">Add</button><ul id="list"></ul><script>function add() { list.innerHTML += '<li><button onclick="this.textContent = \\'Gone\\'">Remove</button></li>'; }</script>`,
    ),
    uses: ["Add", "Remove"],
    shows: ["Gone"],
  },
  {
    name: "page that waits",
    type: "static",
    contents: page(
      `<p id="a"></p><p id="b"></p><script>document.addEventListener("DOMContentLoaded", () => { a.textContent = "Ready"; }); onload = () => { b.textContent = "Loaded"; };</script>`,
    ),
    shows: ["Ready", "Loaded"],
  },
  {
    name: "form with storage",
    type: "static",
    contents: page(
      `<form id="form"><label>Task <input name="task"></label><button>Save</button></form><p id="out"></p><script>form.onsubmit = (event) => { event.preventDefault(); localStorage.setItem("task", form.task.value); out.textContent = "Saved " + localStorage.task + " of " + localStorage.length; };</script>`,
    ),
    uses: [["Task", "milk"], "Save"],
    shows: ["Saved milk of 1"],
  },
  {
    name: "tailwind page",
    type: "static",
    contents: page(
      `<p class="hidden md:block lg:block">wide</p><p class="hidden" id="h">no</p><b class="p-4 bg-red-500">Tailwind</b>`,
      `<script src="https://cdn.tailwindcss.com"></script>`,
    ),
    shows: ["Tailwind"],
  },
  {
    name: "react from a network",
    type: "react",
    contents: page(
      `<div id="root"></div><script src="https://unpkg.com/react@18/umd/react.production.min.js"></script><script src="https://unpkg.com/react-dom@18/umd/react-dom.production.min.js"></script><script src="https://unpkg.com/@babel/standalone/babel.min.js"></script><script type="text/babel">const App = () => { const [n, set] = React.useState(0); return <button onClick={() => set(n + 1)}>Clicked {n}</button>; }; ReactDOM.createRoot(document.getElementById("root")).render(<App />);</script>`,
    ),
    uses: ["Clicked 0"],
    shows: ["Clicked 1"],
  },
  {
    name: "vanilla files",
    type: "vanilla",
    contents:
      '```html index.html\n<h1>Files</h1><p id="p"></p><link rel="stylesheet" href="style.css"><script src="script.js"></script>\n```\n```css style.css\np { color: rgb(0, 128, 0) }\n```\n```js script.js\np.textContent = getComputedStyle(p).color;\n```',
    shows: ["rgb(0, 128, 0)"],
  },
  {
    name: "vanilla typescript",
    type: "vanilla",
    contents:
      '```html index.html\n<p id="app"></p><script type="module" src="./main.ts"></script>\n```\n```ts main.ts\nimport { greet } from "./greet";\nconst target: HTMLElement = document.getElementById("app")!;\ntarget.textContent = greet("TypeScript");\n```\n```ts greet.ts\nexport const greet = (name: string): string => `Hello ${name}`;\n```',
    shows: ["Hello TypeScript"],
  },
  {
    name: "script alone",
    type: "vanilla",
    contents: 'document.getElementById("app").innerHTML = "<h2>Alone</h2>";',
    shows: ["Alone"],
  },
  {
    name: "canvas",
    type: "vanilla",
    contents: page(
      `<canvas id="c" width="10" height="10"></canvas><p id="p"></p><script>const x = c.getContext("2d"); x.fillStyle = "red"; x.fillRect(0, 0, 10, 10); p.textContent = x.getImageData(1, 1, 1, 1).data.join();</script>`,
    ),
    shows: ["255,0,0,255"],
  },
  {
    name: "d3 chart",
    type: "vanilla",
    contents:
      'import * as d3 from "d3";\nconst svg = d3.select("#app").append("svg");\nsvg.selectAll("rect").data([3, 5, 8]).join("rect").attr("width", 10).attr("height", (d) => d * 4).attr("x", (_, i) => i * 12);\nd3.select("#app").append("p").text(`Maximum ${d3.max([3, 5, 8])}`);',
    shows: ["Maximum 8"],
    selector: "rect:nth-of-type(3)",
  },
  {
    name: "counter",
    type: "react",
    contents:
      'import React, { useState } from "react";\nexport default function Counter() {\n  const [count, setCount] = useState(0);\n  return <button onClick={() => setCount(count + 1)}>Count {count}</button>;\n}',
    uses: ["Count 0", "Count 1"],
    shows: ["Count 2"],
  },
  {
    name: "hooks",
    type: "react",
    contents:
      'import { createContext, useContext, useEffect, useMemo, useReducer, useRef } from "react";\nconst Theme = createContext("light");\nfunction Box() { const theme = useContext(Theme); return <p>{theme}</p>; }\nexport default function App() {\n  const [items, add] = useReducer((list: string[], item: string) => [...list, item], [] as string[]);\n  const input = useRef<HTMLInputElement>(null);\n  const count = useMemo(() => items.length, [items]);\n  useEffect(() => { add("first"); }, []);\n  return <Theme.Provider value="dark"><Box /><input aria-label="Item" ref={input} /><button onClick={() => add(input.current!.value)}>Add</button><p>{count}: {items.join()}</p></Theme.Provider>;\n}',
    uses: [["Item", "second"], "Add"],
    shows: ["dark", "2: first,second"],
  },
  {
    name: "bar chart",
    type: "react",
    contents:
      'import { Bar, BarChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";\nconst data = [{ month: "Jan", sales: 3 }, { month: "Feb", sales: 5 }];\nexport default function Chart() {\n  return <div style={{ width: 400, height: 300 }}><h2>Sales</h2><ResponsiveContainer><BarChart data={data}><XAxis dataKey="month" /><YAxis /><Tooltip /><Bar dataKey="sales" isAnimationActive={false} /></BarChart></ResponsiveContainer></div>;\n}',
    shows: ["Sales", "Feb"],
    selector: ".recharts-bar-rectangle path",
  },
  {
    name: "icons with tailwind",
    type: "react",
    contents:
      'import { Heart, Star as StarIcon } from "lucide-react";\nexport default () => <div className="flex items-center p-4 bg-blue-500 text-white"><Heart size={20} /><StarIcon /><span>Icons</span></div>;',
    shows: ["Icons"],
    selector: "svg.lucide-heart",
  },
  {
    name: "several components",
    type: "react",
    contents:
      '### src/App.tsx\n```tsx\nimport { Card } from "@/components/Card";\nimport data from "./data.json";\nimport "./App.css";\nexport default function App() { return <main>{data.map((title: string) => <Card key={title} title={title} />)}</main>; }\n```\n### src/components/Card.tsx\n```tsx\nexport const Card = ({ title }: { title: string }) => <article className="card">{title}</article>;\n```\n### src/data.json\n```json\n["One", "Two"]\n```\n### src/App.css\n```css\n.card { color: red }\n```',
    shows: ["One", "Two"],
  },
  {
    name: "component without export",
    type: "react",
    contents:
      "```jsx\nconst { useState } = React;\nexport function Hello() {\n  const [name] = useState('world');\n  return <p>Hello {name}</p>;\n}\n```",
    shows: ["Hello world"],
  },
  {
    name: "own start",
    type: "react",
    contents:
      '```html index.html\n<div id="root"></div><script type="module" src="/src/main.jsx"></script>\n```\n```jsx src/main.jsx\nimport { createRoot } from "react-dom/client";\nimport App from "./App";\ncreateRoot(document.getElementById("root")).render(<App />);\n```\n```jsx src/App.jsx\nexport default () => <p>Own start</p>;\n```',
    shows: ["Own start"],
  },
  {
    name: "vue counter",
    type: "vue",
    contents:
      '<script setup lang="ts">\nimport { computed, ref } from "vue";\nconst count = ref<number>(1);\nconst double = computed(() => count.value * 2);\n</script>\n<template>\n  <button @click="count++">Add</button>\n  <p v-if="double > 2">Double {{ double }}</p>\n</template>\n<style scoped>p { color: green }</style>',
    uses: ["Add"],
    shows: ["Double 4"],
  },
  {
    name: "vue options",
    type: "vue",
    contents:
      '<template><label>Name <input v-model="name"></label><p>{{ greeting }}</p><ul><li v-for="n in 2" :key="n">Row {{ n }}</li></ul></template>\n<script>\nexport default { data: () => ({ name: "" }), computed: { greeting() { return "Hi " + this.name; } } };\n</script>',
    uses: [["Name", "Vue"]],
    shows: ["Hi Vue", "Row 2"],
  },
  {
    name: "vue files",
    type: "vue",
    contents:
      '```vue App.vue\n<script setup>\nimport Item from "./Item.vue";\n</script>\n<template><Item title="Child"><b>Slot</b></Item></template>\n```\n```vue Item.vue\n<script setup>\ndefineProps({ title: String });\n</script>\n<template><h3>{{ title }}</h3><slot /></template>\n```',
    shows: ["Child", "Slot"],
  },
];
