import { globSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { cruise, type IForbiddenRuleType, type IModule } from "dependency-cruiser";

const webSourceFolder = join(import.meta.dirname, "../packages/web/src");

/** Which other entities each entity of the web app may import: only earlier ones in this list, so there is no cycle. */
const entityImports: Record<string, readonly string[]> = {
  shell: [],
  session: ["shell"],
  flags: ["session"],
  settings: ["session"],
  models: ["flags", "settings", "session"],
  plugins: ["flags", "settings"],
  files: ["shell", "session", "flags", "settings"],
  disclosure: ["files"],
  accounts: ["shell"],
  apiKeys: ["shell", "flags"],
  memory: ["flags", "settings"],
  exports: [],
  qualityImprovement: [],
  shares: [],
  prompts: ["session", "flags", "settings", "models", "files"],
  groups: ["shell", "session", "flags"],
  assistants: ["shell", "session", "flags", "models", "plugins", "files", "groups"],
  analytics: ["assistants"],
  conversations: ["session", "flags", "settings", "models", "prompts"],
  citations: ["shell", "session", "files"],
  codeInterpreter: ["shell", "session", "files", "conversations"],
  chat: [
    ...[
      "shell",
      "session",
      "flags",
      "settings",
      "models",
      "plugins",
      "files",
      "prompts",
      "assistants",
      "conversations",
      "codeInterpreter",
    ],
  ],
  artifacts: ["shell", "session", "flags", "settings", "conversations", "chat"],
};

/** Maximum number of source files in one folder of the web app, without tests and styles. */
const maxFilesPerFolder = 25;

/**
 * Parts of features that are contributed without `lazy`, because the first screen shows them or because they load their
 * content when they open.
 */
const firstLoadContributions = [
  "[^/]+/contributions\\.tsx?",
  "admin/(SiteAdminHost\\.tsx|tabTitles\\.ts)",
  "analytics/AnalysisLine\\.tsx",
  "artifacts/watch/ArtifactHost\\.tsx",
  "assistants/admin/AdminHost\\.tsx",
  "assistants/(chat/LinkHost|picker/PickerButton)\\.tsx",
  "chat/composer/CostDialogHost\\.tsx",
  "citations/AnswerCitations\\.tsx",
  "conversations/sidebar/ConversationSidebar\\.tsx",
  "conversations/storage/StorageToggle\\.tsx",
  "files/attach/ComposerAttachments\\.tsx",
  "highlight/(HighlightHost|HighlightableText)\\.tsx",
  "models/(ModelSelector|ModelsNotice)\\.tsx",
  "plugins/SelectorOverlay\\.tsx",
  "prompts/variables/FillDialogHost\\.tsx",
  "usage/(MonthToDateCost|SpendingNotice)\\.tsx",
];

/** Forbidden imports. Most rules have a comment with the reason. */
const forbiddenImports: IForbiddenRuleType[] = [
  {
    name: "contract-imports-zod-and-marked-only",
    comment: "The browser and the server share the contract, so it cannot depend on either.",
    from: { path: "^packages/contract/src/", pathNot: "\\.test\\.ts$" },
    to: { pathNot: "^packages/contract/src/|node_modules/(zod|marked)/" },
  },
  {
    name: "contract-parser-apart",
    comment: "The first load of the web app contains the contract, so it must not contain the Markdown parser.",
    from: { path: "^packages/contract/src/", pathNot: "^packages/contract/src/markdown(/|\\.ts$)" },
    to: { path: "^packages/contract/src/markdown(/|\\.ts$)|node_modules/marked/" },
  },
  {
    name: "web-and-server-apart",
    comment: "Browser and server share only the contract.",
    from: { path: "^packages/web/" },
    to: { path: "^packages/server/" },
  },
  {
    name: "server-and-web-apart",
    comment: "Browser and server share only the contract.",
    from: { path: "^packages/server/" },
    to: { path: "^packages/web/" },
  },
  {
    name: "core-and-platform-below-modules",
    comment: "Every module depends on core and platform, so these cannot depend on a module.",
    from: { path: "^packages/server/src/(core|platform)/", pathNot: "\\.test\\.ts$" },
    to: { path: "^packages/server/src/(modules|ops|http|app|main)" },
  },
  {
    name: "modules-below-ops-and-http",
    comment: "Only http knows the wire format. module.ts is exempt, because it names the module's routes.",
    from: { path: "^packages/server/src/modules/", pathNot: "\\.test\\.ts$|/module\\.ts$" },
    to: { path: "^packages/server/src/(ops|http|app|main)" },
  },
  {
    name: "definitions-in-one-list",
    comment: "All other code uses the list in modules.ts, so it does not depend on single modules.",
    from: { path: "^packages/server/src/", pathNot: "^packages/server/src/modules\\.ts$" },
    to: { path: "^packages/server/src/modules/[^/]+/module\\.ts$" },
  },
  {
    name: "modules-meet-at-services",
    comment: "A module uses another module through its service only. Repositories, policies and ops are internal.",
    from: { path: "^packages/server/src/modules/([^/]+)/", pathNot: "\\.test\\.ts$" },
    to: {
      path: "^packages/server/src/modules/([^/]+)/",
      pathNot: "^packages/server/src/modules/($1/|[^/]+/service\\.ts$)",
    },
  },
  {
    name: "nothing-imports-chat",
    comment: "Chat depends on the other modules, so they cannot depend on chat.",
    from: { path: "^packages/server/src/modules/", pathNot: "^packages/server/src/modules/chat/|\\.test\\.ts$" },
    to: { path: "^packages/server/src/modules/chat/" },
  },
  {
    name: "sql-in-repositories",
    comment:
      "Queries are easy to find if they are all in repositories. Access and types of objects make conditions for them.",
    from: {
      path: "^packages/server/src/",
      pathNot:
        "repository\\.ts$|/modules/access/|/platform/db/|/migrations/|/testing/|\\.test\\.ts$|Adapter\\.ts$|/objectType\\.ts$",
    },
    to: { path: "node_modules/kysely/" },
  },
  {
    name: "drawing-frame-alone",
    comment: "The drawing frame is isolated. It shares only the format of messages with the app.",
    from: { path: "^packages/web/src/drawing/", pathNot: "\\.test\\.ts$" },
    to: {
      path: "^packages/web/src/",
      pathNot: "^packages/web/src/drawing/|^packages/web/src/ui/diagrams/drawingMessages\\.ts$",
    },
  },
  {
    name: "app-apart-from-drawing-frame",
    comment: "The drawing libraries may run only in the frame, under its content security policy.",
    from: { path: "^packages/web/src/", pathNot: "^packages/web/src/drawing/" },
    to: { path: "^packages/web/src/drawing/|node_modules/(mermaid|vega)" },
  },
  {
    name: "preview-frame-alone",
    comment: "The frame that runs artifacts is isolated. It shares only the format of messages with the app.",
    from: { path: "^packages/web/src/preview/", pathNot: "\\.test\\.ts$" },
    to: {
      path: "^packages/web/src/",
      pathNot: "^packages/web/src/preview/|^packages/web/src/ui/preview/previewMessages\\.ts$",
    },
  },
  {
    name: "app-apart-from-preview-frame",
    comment: "The frame is built separately. What only artifacts use may not run in the app, except for the compilers.",
    from: { path: "^packages/web/src/", pathNot: "^packages/web/src/preview/" },
    to: { path: "^packages/web/src/preview/|node_modules/(vue|d3|lucide-react|@tailwindcss)/" },
  },
  {
    name: "python-frame-alone",
    comment: "The frame that runs Python is isolated. It shares only the format of messages with the app.",
    from: { path: "^packages/web/src/python/", pathNot: "\\.test\\.ts$" },
    to: {
      path: "^packages/web/src/",
      pathNot: "^packages/web/src/python/|^packages/web/src/ui/python/pythonMessages\\.ts$",
    },
  },
  {
    name: "app-apart-from-python-frame",
    comment: "Python may run only in the frame, under its content security policy.",
    from: { path: "^packages/web/src/", pathNot: "^packages/web/src/python/" },
    to: { path: "^packages/web/src/python/|node_modules/pyodide/" },
  },
  {
    name: "no-tests-in-production",
    from: { path: "^packages/(server|web|contract)/src/", pathNot: "\\.test\\.tsx?$|/testing/" },
    to: { path: "/testing/|\\.test\\.tsx?$" },
  },
  {
    name: "lib-imports-lib-only",
    comment: "Layers of the web app: lib, ui, entities, features, app. Each imports only from the layers before it.",
    from: { path: "^packages/web/src/lib/" },
    to: { path: "^packages/web/src/(ui|entities|features|app)/" },
  },
  {
    name: "ui-below-entities",
    comment: "Components in ui are independent of domains.",
    from: { path: "^packages/web/src/ui/" },
    to: { path: "^packages/web/src/(entities|features|app)/" },
  },
  {
    name: "entities-below-features",
    comment: "Entities provide data. Features show it.",
    from: { path: "^packages/web/src/entities/" },
    to: { path: "^packages/web/src/(features|app)/" },
  },
  {
    name: "features-below-app",
    from: { path: "^packages/web/src/features/" },
    to: { path: "^packages/web/src/app/" },
  },
  {
    name: "features-import-no-feature",
    comment: "To show a part of another feature, contribute it through a typed slot. Shared data belongs in an entity.",
    from: { path: "^packages/web/src/features/([^/]+)/" },
    to: { path: "^packages/web/src/features/", pathNot: "^packages/web/src/features/$1/" },
  },
  {
    name: "shell-knows-no-feature",
    comment: "The shell receives the lists of app/contributions as properties.",
    from: { path: "^packages/web/src/app/(shell|theme)/", pathNot: "\\.test\\.tsx?$" },
    to: { path: "^packages/web/src/(features|app/contributions)/" },
  },
  {
    name: "contributions-load-on-demand",
    comment: "Contributions are loaded when they are first shown. firstLoadContributions lists the exceptions.",
    from: {
      path: "^packages/web/src/(app/contributions/[^/]+\\.ts|features/[^/]+/contributions\\.tsx?)$",
      pathNot: "\\.test\\.tsx?$",
    },
    to: {
      path: "^packages/web/src/features/",
      pathNot: firstLoadContributions.map((file) => `^packages/web/src/features/${file}$`),
      dynamic: false,
      dependencyTypesNot: ["type-only"],
    },
  },
  ...createEntityRules(),
  {
    name: "no-circles",
    comment:
      "No import cycles, not even of types: move shared code to its own file. Markdown is exempt: it is recursive.",
    from: { path: "^packages/", pathNot: "^packages/web/src/ui/markdown/(Blocks|MarkdownList)\\.tsx$" },
    to: { circular: true, viaOnly: { pathNot: "node_modules" } },
  },
];

/** Returns one rule per entity of `entityImports`. Throws if an entity is missing there or names a later one. */
function createEntityRules(): IForbiddenRuleType[] {
  const entityNames = Object.keys(entityImports);
  for (const folder of readdirSync(join(webSourceFolder, "entities"))) {
    if (!entityNames.includes(folder)) throw new Error(`entities/${folder} is missing in entityImports`);
  }
  return entityNames.map((name, position) => {
    const allowedEntities = entityImports[name] ?? [];
    const laterEntities = allowedEntities.filter((other) => !entityNames.slice(0, position).includes(other));
    if (laterEntities.length > 0) throw new Error(`entities/${name} must be listed after ${laterEntities.join(", ")}`);
    return {
      name: `entity-${name}-imports`,
      comment: `entities/${name} may import ${allowedEntities.join(", ") || "no other entity"}.`,
      from: { path: `^packages/web/src/entities/${name}/`, pathNot: "\\.test\\.tsx?$|/testing/" },
      to: {
        path: "^packages/web/src/entities/",
        pathNot: `^packages/web/src/entities/(${[name, ...allowedEntities].join("|")})/`,
      },
    };
  });
}

/** Finds folders of the web app with more source files than `maxFilesPerFolder`. */
function findLargeFolders(): string[] {
  const counts = new Map<string, number>();
  for (const file of globSync("**/*.{ts,tsx}", { cwd: webSourceFolder })) {
    if (/\.test\.tsx?$|testing[\\/]/.test(file)) continue;
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  }
  return [...counts].flatMap(([folder, count]) =>
    count > maxFilesPerFolder ? `folder-size: ${folder} has ${count} source files, at most ${maxFilesPerFolder}` : [],
  );
}

/** Returns the modules that are loaded with `entryPoint`, because of static imports. */
function findLoadedModules(modules: readonly IModule[], entryPoint: string): Set<string> {
  const modulesBySource = new Map(modules.map((module) => [module.source, module]));
  const loadedSources = new Set<string>();
  const pendingSources = [entryPoint];
  for (let source = pendingSources.pop(); source !== undefined; source = pendingSources.pop()) {
    if (loadedSources.has(source)) continue;
    loadedSources.add(source);
    for (const { resolved, dynamic, dependencyTypes } of modulesBySource.get(source)?.dependencies ?? [])
      if (!dynamic && !dependencyTypes.includes("type-only")) pendingSources.push(resolved);
  }
  return loadedSources;
}

/** Packages that take tens of megabytes or a second to load. The server's process loads them when it needs them. */
const heavyPackages = [
  "@aws-sdk/client-s3",
  "@napi-rs/canvas",
  "eld",
  "gpt-tokenizer",
  "officeparser",
  "oidc-provider",
  "pandoc-wasm",
  "pdfjs-dist",
  "tesseract.js",
];

/** Finds heavy packages that every server loads when it starts, because of a static import. */
function findHeavyStart(modules: readonly IModule[]): string[] {
  const loadedSources = findLoadedModules(modules, "packages/server/src/main.ts");
  // If the traversal missed the ops, the check would find nothing.
  if (!loadedSources.has("packages/server/src/ops/registry.ts")) throw new Error("main.ts does not import the ops");
  return heavyPackages.flatMap((name) =>
    modules
      .filter(({ source }) => loadedSources.has(source) && source.startsWith("packages/server/src/"))
      .filter(({ dependencies }) =>
        dependencies.some(
          ({ dynamic, dependencyTypes, resolved }) =>
            !dynamic && !dependencyTypes.includes("type-only") && resolved.includes(`node_modules/${name}/`),
        ),
      )
      .map(({ source }) => `heavy-start: ${source} loads ${name} as the server starts`),
  );
}

/** Finds contributed modules that should load on demand but are part of the first load, because of a static import. */
function findEagerContributions(modules: readonly IModule[]): string[] {
  const firstLoadSources = findLoadedModules(modules, "packages/web/src/main.tsx");
  // If the traversal missed the first screen, the check would find nothing.
  if (!firstLoadSources.has("packages/web/src/app/shell/Shell.tsx"))
    throw new Error("main.tsx does not import the shell");
  return modules
    .filter(({ source }) => /^packages\/web\/src\/(app|features\/[^/]+)\/contributions/.test(source))
    .flatMap(({ source, dependencies }) =>
      dependencies
        .filter(({ dynamic, resolved }) => dynamic && firstLoadSources.has(resolved))
        .map(({ resolved }) => `eager-contribution: ${source} loads ${resolved}, which is part of the first load`),
    );
}

const { output } = await cruise(["packages/contract/src", "packages/server/src", "packages/web/src"], {
  ruleSet: { forbidden: forbiddenImports },
  validate: true,
  doNotFollow: { path: "node_modules" },
  exclude: { path: "/dist/" },
  tsPreCompilationDeps: true,
  parser: "swc",
  enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default"] },
});
if (typeof output === "string") throw new Error("dependency-cruiser returned text instead of a result");
const { totalCruised, violations } = output.summary;
// With an unsupported TypeScript version, dependency-cruiser reads nothing and reports success.
const minModules = 50;
if (totalCruised < minModules) {
  process.stderr.write(`Only ${totalCruised} modules were read, so the check is incomplete.\n`);
  process.exit(1);
}
for (const violation of violations)
  process.stderr.write(`${violation.rule.name}: ${violation.from} → ${violation.to}\n`);
const otherViolations = [
  ...findLargeFolders(),
  ...findEagerContributions(output.modules),
  ...findHeavyStart(output.modules),
];
for (const line of otherViolations) process.stderr.write(`${line}\n`);
const count = violations.length + otherViolations.length;
process.stdout.write(`${totalCruised} modules, ${count} violations\n`);
process.exit(count > 0 ? 1 : 0);
