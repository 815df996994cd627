import { cruise, type IForbiddenRuleType } from "dependency-cruiser";

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
    comment: "Only http knows the wire.",
    from: { path: "^packages/server/src/modules/", pathNot: "\\.test\\.ts$" },
    to: { path: "^packages/server/src/(ops|http|app|main)" },
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
    name: "features-apart",
    comment: "The app composes them and lends one what another has.",
    from: { path: "^packages/web/src/features/([^/]+)/" },
    to: { path: "^packages/web/src/features/", pathNot: "^packages/web/src/features/$1/" },
  },
  {
    name: "ui-and-lib-below-features",
    from: { path: "^packages/web/src/(ui|lib)/" },
    to: { path: "^packages/web/src/(features|app)/" },
  },
  { name: "lib-below-ui", from: { path: "^packages/web/src/lib/" }, to: { path: "^packages/web/src/ui/" } },
  { name: "features-below-app", from: { path: "^packages/web/src/features/" }, to: { path: "^packages/web/src/app/" } },
  {
    name: "no-circles",
    comment:
      "A type may point back: it is gone at run time. Markdown is recursive: a list holds blocks, a block may be a list.",
    from: { path: "^packages/", pathNot: "^packages/web/src/ui/markdown/(Blocks|MarkdownList)\\.tsx$" },
    to: { circular: true, viaOnly: { pathNot: "node_modules", dependencyTypesNot: ["type-only"] } },
  },
];

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
process.stdout.write(`${totalCruised} modules, ${violations.length} violations\n`);
process.exit(violations.length > 0 ? 1 : 0);
