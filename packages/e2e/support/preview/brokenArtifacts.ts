/** An artifact with an error, and how the error is listed. */
interface BrokenArtifact {
  name: string;
  type: string;
  contents: string;
  error: RegExp;
}

export const brokenArtifacts: readonly BrokenArtifact[] = [
  {
    name: "syntax",
    type: "react",
    contents: "export default function App() {\n  return <p>never closed;\n}",
    error: /.+App\.jsx/,
  },
  {
    name: "throws while rendering",
    type: "react",
    contents: "export default function App() {\n  const user = null;\n  return <p>{user.name}</p>;\n}",
    error: /reading 'name'.*App\.jsx, line 3/,
  },
  {
    name: "throws later",
    type: "vanilla",
    contents: page("<p>Shown</p>", "setTimeout(() => {\n  throw new Error('too late');\n});"),
    error: /too late.*index\.html, line 3/,
  },
  {
    name: "rejects",
    type: "vanilla",
    contents: "Promise.reject(new RangeError('unheard'));",
    error: /RangeError: unheard.*script\.js, line 1/,
  },
  {
    name: "package",
    type: "react",
    contents: 'import axios from "axios";\nexport default () => <p>{axios}</p>;',
    error:
      /“axios” isn’t available in the preview\. Available: .*d3.*lucide-react.*react.*recharts.*vue.*App\.jsx, line 1/,
  },
  {
    name: "icon",
    type: "react",
    contents: 'import { NoSuchIconAtAll } from "lucide-react";\nexport default () => <NoSuchIconAtAll />;',
    error: /lucide-react.*NoSuchIconAtAll/,
  },
  {
    name: "vue handler",
    type: "vue",
    contents:
      '<script setup>\nimport { onMounted } from "vue";\nonMounted(() => {\n  throw new Error("mounted badly");\n});\n</script>\n<template><p>x</p></template>',
    error: /mounted badly.*App\.vue, line 4/,
  },
  { name: "nothing", type: "react", contents: "", error: /nothing that the preview could run/ },
  {
    name: "eval",
    type: "vanilla",
    contents: "console.log('before');\neval('1 + 1');",
    error: /eval/i,
  },
];

function page(body: string, script: string): string {
  return `${body}\n<script>${script}</script>`;
}
