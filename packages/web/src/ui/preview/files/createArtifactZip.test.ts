import { strFromU8, unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { createArtifactZip, createProject } from "./createArtifactZip.ts";

const read = (type: string, files: { path: string; code: string }[]) =>
  Object.fromEntries(createProject(type, files, "My <chart> & more!").map(({ path, code }) => [path, code]));

describe("a project to download", () => {
  test("of React has a script that starts it, and the packages that it imports", () => {
    const project = read("react", [
      {
        path: "App.jsx",
        code: 'import { Heart } from "lucide-react";\nimport "./App.css";\nexport default () => <Heart />;',
      },
      { path: "App.css", code: "b {}" },
      { path: "other.css", code: "i {}" },
    ]);
    expect(new Set(Object.keys(project))).toEqual(
      new Set([
        "index.html",
        "package.json",
        "src/App.css",
        "src/App.jsx",
        "src/other.css",
        "src/start.jsx",
        "vite.config.js",
      ]),
    );
    const manifest = JSON.parse(project["package.json"] ?? "");
    expect(project["index.html"]).toContain("<title>My &lt;chart> &amp; more!</title>");
    expect(manifest).toMatchObject({ name: "my-chart-more", scripts: { start: "vite --open" } });
    expect(Object.keys(manifest.dependencies)).toEqual(["lucide-react", "react", "react-dom"]);
    expect(project["src/start.jsx"]).toContain('import * as artifact from "./App.jsx"');
    expect(project["src/start.jsx"]).toContain('import "./other.css"');
    expect(project["src/start.jsx"]).not.toContain("App.css");
    expect(project["vite.config.js"]).toContain("@vitejs/plugin-react");
  });

  test("of Vue mounts its component, with Tailwind if its classes are used", () => {
    const project = read("vue", [{ path: "App.vue", code: '<template><p class="p-4 flex">x</p></template>' }]);
    expect(project["src/start.js"]).toContain('createApp(App).mount("#app")');
    expect(project["src/tailwind.css"]).toContain("tailwindcss");
    expect(project["vite.config.js"]).toContain("plugins: [vue(), tailwindcss()]");
  });

  test("with a page of its own keeps it, and what else it brings along", () => {
    const project = read("vanilla", [
      { path: "index.html", code: "<p>x</p>" },
      { path: "package.json", code: "{}" },
      { path: "script.js", code: "" },
    ]);
    expect(project).toMatchObject({ "index.html": "<p>x</p>", "package.json": "{}", "script.js": "" });
  });

  test("of another type has only its files", async () => {
    const zip = createArtifactZip("csv", [{ path: "data.csv", code: "a,ü" }], "x");
    const files = unzipSync(new Uint8Array(await zip.arrayBuffer()));
    expect(Object.entries(files).map(([path, bytes]) => [path, strFromU8(bytes)])).toEqual([["data.csv", "a,ü"]]);
  });
});
