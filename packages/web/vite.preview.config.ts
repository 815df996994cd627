import { createRequire } from "node:module";
import { join } from "node:path";
import { defineConfig, type Plugin } from "vite";
import { precompress } from "./precompress.ts";

/** These libraries are CommonJS, so the names of their exports have to be listed. */
const commonJsSpecifiers = ["react", "react/jsx-runtime", "react-dom", "react-dom/client"];
const specifiers = [...commonJsSpecifiers, "vue", "lucide-react", "recharts", "d3", "@tailwindcss/browser"];
const entryPrefix = "library:";
const toFileName = (specifier: string) => specifier.replace("@", "").replaceAll("/", "-");

/**
 * Builds what the frame that runs artifacts needs (src/preview): its script, which the server puts into the frame's page,
 * and the libraries that artifacts may import. The app loads the libraries as text and posts them to the frame.
 */
export default defineConfig({
  root: join(import.meta.dirname, "src/preview"),
  base: "/preview/",
  publicDir: false,
  plugins: [libraryEntries(), listLibraries(), precompress()],
  define: {
    "process.env.NODE_ENV": '"production"',
    __VUE_OPTIONS_API__: "true",
    __VUE_PROD_DEVTOOLS__: "false",
    __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "false",
  },
  build: {
    outDir: join(import.meta.dirname, "dist/preview"),
    emptyOutDir: true,
    target: "es2023",
    modulePreload: false,
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      input: {
        frame: join(import.meta.dirname, "src/preview/frame.ts"),
        ...Object.fromEntries(specifiers.map((specifier) => [toFileName(specifier), entryPrefix + specifier])),
      },
      preserveEntrySignatures: "strict",
      // Libraries mark their parts for servers, which the build ignores.
      onLog(level, log, handle) {
        if (log.code !== "MODULE_LEVEL_DIRECTIVE") handle(level, log);
      },
      output: {
        entryFileNames: ({ name }) => (name === "frame" ? "frame.js" : "assets/[name]-[hash].js"),
        chunkFileNames: "assets/[name]-[hash].js",
      },
    },
  },
});

/** Creates one module per library, which exports everything that the library exports. */
function libraryEntries(): Plugin {
  const load = createRequire(import.meta.url);
  return {
    name: "library-entries",
    resolveId: (id) => (id.startsWith(entryPrefix) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${entryPrefix}`)) return null;
      const specifier = id.slice(entryPrefix.length + 1);
      const name = JSON.stringify(specifier);
      if (specifier === "@tailwindcss/browser") return `import ${name};`;
      if (!commonJsSpecifiers.includes(specifier)) return `export * from ${name};`;
      const names = Object.keys(load(specifier)).filter((key) => /^[a-z]\w*$/i.test(key) && key !== "default");
      return `import library from ${name}; export default library; export const { ${names.join(", ")} } = library;`;
    },
  };
}

/** Writes `libraries.json`: the file of each specifier, and the files that each file imports. */
function listLibraries(): Plugin {
  return {
    name: "list-libraries",
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk" && file.name !== "frame");
      const entries: Record<string, string> = {};
      const imports: Record<string, string[]> = {};
      for (const chunk of chunks) {
        if (chunk.type !== "chunk") continue;
        const { facadeModuleId, fileName } = chunk;
        if (facadeModuleId?.startsWith(`\0${entryPrefix}`)) {
          entries[facadeModuleId.slice(entryPrefix.length + 1)] = fileName;
        }
        imports[fileName] = chunk.imports;
      }
      this.emitFile({ type: "asset", fileName: "libraries.json", source: JSON.stringify({ entries, imports }) });
    },
  };
}
