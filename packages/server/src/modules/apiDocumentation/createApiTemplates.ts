import type { OpDefinition } from "@lectern/contract";
import * as contract from "@lectern/contract";
import { strToU8, zipSync } from "fflate";

/**
 * Creates a zip archive with templates for the documentation of the API: a text that can be printed as a PDF, a CSV file
 * and a Postman collection. They describe the operations that API keys may call, so that an institution has to add only
 * what is its own.
 */
export function createApiTemplates(): Uint8Array {
  const opened = Object.entries(contract)
    .flatMap(([name, value]): [string, OpDefinition][] => (isOpForKeys(value) ? [[name, value]] : []))
    .sort(([, a], [, b]) => a.path.localeCompare(b.path));
  const files = {
    "API documentation.md": createText(opened),
    "API operations.csv": createCsv(opened),
    "API.postman_collection.json": JSON.stringify(createCollection(opened), null, 2),
  };
  const entries = Object.entries(files).map(([name, text]) => [name, strToU8(text)]);
  return zipSync(Object.fromEntries(entries), { level: 6, mtime: new Date(Date.UTC(2020, 0, 1, 12)) });
}

/** True for the definition of an operation that API keys may call at its own path. */
function isOpForKeys(value: unknown): value is OpDefinition {
  if (typeof value !== "object" || value === null || !("keyScopes" in value && "entryPoint" in value)) return false;
  return value.keyScopes !== "none" && value.entryPoint === "shared";
}

type NamedOps = readonly (readonly [name: string, op: OpDefinition])[];

function createText(namedOps: NamedOps): string {
  const sections = namedOps.map(
    ([, { method, path, summary, keyScopes }]) =>
      `## ${method} ${path}\n\n${summary}\n\nAccess types: ${describeScopes(keyScopes)}`,
  );
  return `# API\n\nAdd here how people get an API key, and whom they can ask. Save the text as a PDF to upload it.\n\n${sections.join("\n\n")}\n`;
}

function createCsv(namedOps: NamedOps): string {
  const rows = namedOps.map(([name, { method, path, summary, keyScopes }]) => [
    name,
    method,
    path,
    summary,
    describeScopes(keyScopes),
  ]);
  const quote = (field: string) => `"${field.replaceAll('"', '""')}"`;
  return [["Name", "Method", "Path", "Description", "Access types"], ...rows]
    .map((row) => row.map(quote).join(","))
    .join("\r\n");
}

function createCollection(namedOps: NamedOps) {
  return {
    info: { name: "API", schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
    auth: { type: "bearer", bearer: [{ key: "token", value: "{{apiKey}}", type: "string" }] },
    variable: [
      { key: "baseUrl", value: "" },
      { key: "apiKey", value: "" },
    ],
    item: namedOps.map(([name, { method, path, summary }]) => ({
      name,
      request: {
        method,
        description: summary,
        url: { raw: `{{baseUrl}}${path}`, host: ["{{baseUrl}}"], path: path.slice(1).split("/") },
        ...(method === "POST" || method === "PUT"
          ? {
              header: [{ key: "Content-Type", value: "application/json" }],
              body: { mode: "raw", raw: JSON.stringify({ data: {} }) },
            }
          : {}),
      },
    })),
  };
}

const describeScopes = (scopes: OpDefinition["keyScopes"]) => (scopes === "none" ? "" : scopes.join(", "));
