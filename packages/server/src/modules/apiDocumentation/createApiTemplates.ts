import { strToU8, zipSync } from "fflate";
import { type DescribedOp, listDescribedOps } from "./listDescribedOps.ts";

/**
 * Creates a zip archive with templates for the documentation of the API: a text that can be printed as a PDF, a CSV file
 * and a Postman collection. They describe the operations that API keys may call, so that an institution has to add only
 * what is its own. `document`: the OpenAPI document.
 */
export function createApiTemplates(document: unknown): Uint8Array {
  const files = {
    "API documentation.md": writeText(listDescribedOps(document)),
    "API operations.csv": writeApiTable(document),
    "API.postman_collection.json": writeApiCollection(document),
  };
  const entries = Object.entries(files).map(([name, text]) => [name, strToU8(text)]);
  return zipSync(Object.fromEntries(entries), { level: 6, mtime: new Date(Date.UTC(2020, 0, 1, 12)) });
}

function writeText(ops: readonly DescribedOp[]): string {
  const sections = ops.map(
    ({ method, path, summary, scopes }) => `## ${method} ${path}\n\n${summary}\n\nAccess types: ${scopes.join(", ")}`,
  );
  return `# API\n\nAdd here how people get an API key, and whom they can ask. Save the text as a PDF to upload it.\n\n${sections.join("\n\n")}\n`;
}

/** Writes a CSV file with the operations that API keys may call. */
export function writeApiTable(document: unknown): string {
  const rows = listDescribedOps(document).map(({ name, method, path, summary, scopes }) => [
    ...[name, method, path, summary],
    scopes.join(", "),
  ]);
  const quote = (field: string) => `"${field.replaceAll('"', '""')}"`;
  return [["Name", "Method", "Path", "Description", "Access types"], ...rows]
    .map((row) => row.map(quote).join(","))
    .join("\r\n");
}

/** Writes a Postman collection (v2.1) with a folder for each domain, and an example of each body. */
export function writeApiCollection(document: unknown): string {
  const ops = listDescribedOps(document);
  const collection = {
    info: { name: "API", schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
    auth: { type: "bearer", bearer: [{ key: "token", value: "{{apiKey}}", type: "string" }] },
    variable: [
      { key: "baseUrl", value: "" },
      { key: "apiKey", value: "" },
    ],
    item: [...Map.groupBy(ops, ({ domain }) => domain)].map(([name, opsOfDomain]) => ({
      name,
      item: opsOfDomain.map(toRequest),
    })),
  };
  return JSON.stringify(collection, null, 2);
}

function toRequest({ name, method, path, summary, parameters, example }: DescribedOp) {
  const segments = path
    .slice(1)
    .replaceAll(/\{(\w+)\}/g, ":$1")
    .split("/");
  const query = parameters.filter((parameter) => parameter.in === "query");
  const variables = parameters.filter((parameter) => parameter.in === "path");
  return {
    name,
    request: {
      method,
      description: summary,
      url: {
        raw: `{{baseUrl}}/${segments.join("/")}`,
        host: ["{{baseUrl}}"],
        path: segments,
        ...(query.length > 0 && {
          query: query.map(({ name: key, required }) => ({ key, value: "", disabled: !required })),
        }),
        ...(variables.length > 0 && { variable: variables.map(({ name: key }) => ({ key, value: "" })) }),
      },
      ...(example !== undefined && {
        header: [{ key: "Content-Type", value: "application/json" }],
        body: { mode: "raw", raw: JSON.stringify(example, null, 2) },
      }),
    },
  };
}
