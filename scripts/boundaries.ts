import { globSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { cruise, type IForbiddenRuleType, type IModule } from "dependency-cruiser";

const webSource = join(import.meta.dirname, "../packages/web/src");

/** What each entity of the web app may import. An entity may only name entities above it, so the list has no cycle. */
const entityImports: Record<string, readonly string[]> = {
  shell: [],
  session: ["shell"],
  flags: ["session"],
  settings: ["session"],
  models: ["flags", "settings", "session"],
  files: ["session", "flags", "settings"],
  prompts: ["session", "flags", "settings", "models", "files"],
  conversations: ["session", "flags", "settings", "models", "prompts"],
  citations: ["shell", "session", "files"],
  chat: ["shell", "session", "flags", "settings", "models", "files", "prompts", "conversations"],
};

/** Folders of the web app hold at most this many source files, without tests and styles. */
const maxFilesPerFolder = 25;

/** Parts of features that are contributed without `lazy`: the first screen shows them, or they load their content when it opens. */
const firstLoadContributions = [
  "[^/]+/contributions\\.tsx?",
  "citations/(AnswerCitations|ViewerHost)\\.tsx",
  "conversations/sidebar/ConversationSidebar\\.tsx",
  "conversations/storage/StorageToggle\\.tsx",
  "files/attach/ComposerAttachments\\.tsx",
  "models/(ModelSelector|ModelsNotice)\\.tsx",
  "prompts/variables/FillDialogHost\\.tsx",
  "usage/(MonthToDateCost|SpendingNotice)\\.tsx",
];

/** Which way imports may point. Each rule says why in its comment. */
const forbidden: IForbiddenRuleType[] = [
  {
    name: "contract-imports-zod-only",
    comment: "The contract is shared by browser and server, so it may need neither.",
    from: { path: "^packages/contract/src/", pathNot: "\\.test\\.ts$" },
    to: { pathNot: "^packages/contract/src/|node_modules/zod/" },
  },
  {
    name: "web-and-server-apart",
    comment: "They meet in the contract.",
    from: { path: "^packages/web/" },
    to: { path: "^packages/server/" },
  },
  {
    name: "server-and-web-apart",
    comment: "They meet in the contract.",
    from: { path: "^packages/server/" },
    to: { path: "^packages/web/" },
  },
  {
    name: "core-and-platform-below-modules",
    comment: "What every module stands on knows none of them.",
    from: { path: "^packages/server/src/(core|platform)/", pathNot: "\\.test\\.ts$" },
    to: { path: "^packages/server/src/(modules|ops|http|app|main)" },
  },
  {
    name: "modules-below-ops-and-http",
    comment: "Only http knows the wire. A module's definition names its routes.",
    from: { path: "^packages/server/src/modules/", pathNot: "\\.test\\.ts$|/module\\.ts$" },
    to: { path: "^packages/server/src/(ops|http|app|main)" },
  },
  {
    name: "definitions-in-one-list",
    comment: "Everything else goes through the list, so no code depends on which modules there are.",
    from: { path: "^packages/server/src/", pathNot: "^packages/server/src/modules\\.ts$" },
    to: { path: "^packages/server/src/modules/[^/]+/module\\.ts$" },
  },
  {
    name: "modules-meet-at-services",
    comment: "Another module's repository, policy or op is its own business.",
    from: { path: "^packages/server/src/modules/([^/]+)/", pathNot: "\\.test\\.ts$" },
    to: {
      path: "^packages/server/src/modules/([^/]+)/",
      pathNot: "^packages/server/src/modules/($1/|[^/]+/service\\.ts$)",
    },
  },
  {
    name: "nothing-imports-chat",
    comment: "Chat stands on the other modules.",
    from: { path: "^packages/server/src/modules/", pathNot: "^packages/server/src/modules/chat/|\\.test\\.ts$" },
    to: { path: "^packages/server/src/modules/chat/" },
  },
  {
    name: "sql-in-repositories",
    comment: "Whoever looks for a query finds it in a repository.",
    from: {
      path: "^packages/server/src/",
      pathNot: "repository\\.ts$|/platform/db/|/migrations/|/testing/|\\.test\\.ts$|Adapter\\.ts$",
    },
    to: { path: "node_modules/kysely/" },
  },
  {
    name: "drawing-frame-alone",
    comment:
      "What runs in the frame where diagrams are drawn shares nothing with the app but the form of their messages.",
    from: { path: "^packages/web/src/drawing/", pathNot: "\\.test\\.ts$" },
    to: {
      path: "^packages/web/src/",
      pathNot: "^packages/web/src/drawing/|^packages/web/src/ui/diagrams/drawingMessages\\.ts$",
    },
  },
  {
    name: "app-apart-from-drawing-frame",
    comment: "The drawing libraries belong to the frame, behind its policy.",
    from: { path: "^packages/web/src/", pathNot: "^packages/web/src/drawing/" },
    to: { path: "^packages/web/src/drawing/|node_modules/(mermaid|vega)" },
  },
  {
    name: "no-tests-in-production",
    from: { path: "^packages/(server|web|contract)/src/", pathNot: "\\.test\\.tsx?$|/testing/|Conformance\\.ts$" },
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
    comment: "Components of ui know no domain.",
    from: { path: "^packages/web/src/ui/" },
    to: { path: "^packages/web/src/(entities|features|app)/" },
  },
  {
    name: "entities-below-features",
    comment: "Entities hold data. Features show it.",
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
    comment: "A feature that another one shows is contributed through a typed slot. Shared data belongs to an entity.",
    from: { path: "^packages/web/src/features/([^/]+)/" },
    to: { path: "^packages/web/src/features/", pathNot: "^packages/web/src/features/$1/" },
  },
  {
    name: "shell-knows-no-feature",
    comment: "The shell renders the lists of app/contributions, which it is given.",
    from: { path: "^packages/web/src/app/(shell|theme)/", pathNot: "\\.test\\.tsx?$" },
    to: { path: "^packages/web/src/(features|app/contributions)/" },
  },
  {
    name: "contributions-load-on-demand",
    comment: "What is contributed is loaded when it is first shown. firstLoadContributions lists the exceptions.",
    from: { path: "^packages/web/src/(app/contributions/[^/]+\\.ts|features/[^/]+/contributions\\.tsx?)$" },
    to: {
      path: "^packages/web/src/features/",
      pathNot: firstLoadContributions.map((file) => `^packages/web/src/features/${file}$`),
      dynamic: false,
      dependencyTypesNot: ["type-only"],
    },
  },
  ...entityRules(),
  {
    name: "no-circles",
    comment:
      "Types count too: what two files share has a file of its own. Markdown is recursive: a list contains blocks, and a block may be a list.",
    from: { path: "^packages/", pathNot: "^packages/web/src/ui/markdown/(Blocks|MarkdownList)\\.tsx$" },
    to: { circular: true, viaOnly: { pathNot: "node_modules" } },
  },
];

/** One rule per entity: imports of other entities follow `entityImports`. Fails if that list has a cycle or an unlisted folder. */
function entityRules(): IForbiddenRuleType[] {
  const names = Object.keys(entityImports);
  for (const folder of readdirSync(join(webSource, "entities"))) {
    if (!names.includes(folder)) throw new Error(`entities/${folder} is missing in entityImports`);
  }
  return names.map((name, position) => {
    const allowed = entityImports[name] ?? [];
    const unordered = allowed.filter((other) => !names.slice(0, position).includes(other));
    if (unordered.length > 0) throw new Error(`entities/${name} must be listed after ${unordered.join(", ")}`);
    return {
      name: `entity-${name}-imports`,
      comment: `entities/${name} may import ${allowed.join(", ") || "no other entity"}.`,
      from: { path: `^packages/web/src/entities/${name}/`, pathNot: "\\.test\\.tsx?$|/testing/" },
      to: {
        path: "^packages/web/src/entities/",
        pathNot: `^packages/web/src/entities/(${[name, ...allowed].join("|")})/`,
      },
    };
  });
}

/** Folders of the web app with more source files than `maxFilesPerFolder`. */
function findLargeFolders(): string[] {
  const counts = new Map<string, number>();
  for (const file of globSync("**/*.{ts,tsx}", { cwd: webSource })) {
    if (/\.test\.tsx?$/.test(file)) continue;
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  }
  return [...counts].flatMap(([folder, count]) =>
    count > maxFilesPerFolder ? `folder-size: ${folder} has ${count} source files, at most ${maxFilesPerFolder}` : [],
  );
}

/** Modules that a contribution loads on demand although the first load contains them: something imports them statically. */
function findEagerContributions(modules: readonly IModule[]): string[] {
  const bySource = new Map(modules.map((module) => [module.source, module]));
  const first = new Set<string>();
  const pending = ["packages/web/src/main.tsx"];
  for (let source = pending.pop(); source !== undefined; source = pending.pop()) {
    if (first.has(source)) continue;
    first.add(source);
    for (const { resolved, dynamic, dependencyTypes } of bySource.get(source)?.dependencies ?? [])
      if (!dynamic && !dependencyTypes.includes("type-only")) pending.push(resolved);
  }
  // Without the first screen in it, the set would prove nothing.
  if (!first.has("packages/web/src/app/shell/Shell.tsx")) throw new Error("main.tsx does not import the shell");
  return modules
    .filter(({ source }) => /^packages\/web\/src\/(app|features\/[^/]+)\/contributions/.test(source))
    .flatMap(({ source, dependencies }) =>
      dependencies
        .filter(({ dynamic, resolved }) => dynamic && first.has(resolved))
        .map(({ resolved }) => `eager-contribution: ${source} loads ${resolved}, which is part of the first load`),
    );
}

const { output } = await cruise(["packages/contract/src", "packages/server/src", "packages/web/src"], {
  ruleSet: { forbidden },
  validate: true,
  doNotFollow: { path: "node_modules" },
  exclude: { path: "/dist/" },
  tsPreCompilationDeps: true,
  parser: "swc",
  enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default"] },
});
if (typeof output === "string") throw new Error("dependency-cruiser gave text where a result was asked for");
const { totalCruised, violations } = output.summary;
// With an unsupported TypeScript it reads nothing and reports success.
const fewestModules = 50;
if (totalCruised < fewestModules) {
  process.stderr.write(`Only ${totalCruised} modules were read: the check saw nothing.\n`);
  process.exit(1);
}
for (const violation of violations)
  process.stderr.write(`${violation.rule.name}: ${violation.from} → ${violation.to}\n`);
const others = [...findLargeFolders(), ...findEagerContributions(output.modules)];
for (const line of others) process.stderr.write(`${line}\n`);
const count = violations.length + others.length;
process.stdout.write(`${totalCruised} modules, ${count} violations\n`);
process.exit(count > 0 ? 1 : 0);
