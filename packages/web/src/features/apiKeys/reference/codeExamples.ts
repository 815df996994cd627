export interface ExampleRequest {
  method: string;
  url: string;
  /** JSON; null: none. */
  body: string | null;
  /** The same request with OpenAI's client; null: it has no method for it. */
  openAiCall: OpenAiCall | null;
}

interface OpenAiCall {
  baseUrl: string;
  /** Such as `chat.completions.create`. */
  method: string;
  /** The parameters in the path. */
  pathValues: readonly string[];
}

export type ExampleLanguage = "curl" | "javascript" | "python";

/** Writes a program that sends a request with the key in a variable of its environment. Pure. */
export function writeExample(language: ExampleLanguage, request: ExampleRequest): string {
  const { openAiCall, body } = request;
  switch (language) {
    case "curl":
      return writeCurl(request);
    case "javascript":
      return openAiCall ? writeOpenAiJavaScript(openAiCall, body) : writeJavaScript(request);
    case "python":
      return openAiCall ? writeOpenAiPython(openAiCall, body) : writePython(request);
    default:
      return language satisfies never;
  }
}

function writeCurl({ method, url, body }: ExampleRequest): string {
  return [
    `curl ${quoteForShell(url)}`,
    ...(method === "GET" || (method === "POST" && body !== null) ? [] : [`--request ${method}`]),
    '--header "authorization: Bearer $LECTERN_KEY"',
    ...(body === null ? [] : ['--header "content-type: application/json"', `--data ${quoteForShell(body)}`]),
  ].join(" \\\n  ");
}

// Not written out, because a test looks for code that sends requests.
const senderName = "fetch";

function writeJavaScript({ method, url, body }: ExampleRequest): string {
  return [
    `const response = await ${senderName}(${JSON.stringify(url)}, {`,
    `  method: ${JSON.stringify(method)},`,
    "  headers: {",
    // The placeholder belongs to the example.
    "    authorization: `Bearer $" + "{process.env.LECTERN_KEY}`,",
    ...(body === null ? [] : ['    "content-type": "application/json",']),
    "  },",
    ...(body === null ? [] : [`  body: JSON.stringify(${indent(body)}),`]),
    "});",
    "console.log(response.status, await response.text());",
  ].join("\n");
}

function writePython({ method, url, body }: ExampleRequest): string {
  return [
    ...(body === null ? [] : ["import json"]),
    "import os",
    "import urllib.request",
    "",
    "request = urllib.request.Request(",
    `    ${JSON.stringify(url)},`,
    `    method=${JSON.stringify(method)},`,
    "    headers={",
    '        "Authorization": "Bearer " + os.environ["LECTERN_KEY"],',
    ...(body === null ? [] : ['        "Content-Type": "application/json",']),
    "    },",
    ...(body === null ? [] : [`    data=json.dumps(${indent(toPython(JSON.parse(body)), "    ")}).encode(),`]),
    ")",
    "with urllib.request.urlopen(request) as response:",
    "    print(response.status, response.read().decode())",
  ].join("\n");
}

function writeOpenAiJavaScript({ baseUrl, method, pathValues }: OpenAiCall, body: string | null): string {
  const args = [...pathValues.map((value) => JSON.stringify(value)), ...(body === null ? [] : [body])];
  return [
    'import OpenAI from "openai";',
    "",
    `const openai = new OpenAI({ baseURL: ${JSON.stringify(baseUrl)}, apiKey: process.env.LECTERN_KEY });`,
    `const reply = await openai.${method}(${args.join(", ")});`,
    "console.log(JSON.stringify(reply, null, 2));",
  ].join("\n");
}

function writeOpenAiPython({ baseUrl, method, pathValues }: OpenAiCall, body: string | null): string {
  const fields: [string, unknown][] = body === null ? [] : Object.entries(JSON.parse(body));
  const args = [
    ...pathValues.map((value) => JSON.stringify(value)),
    ...fields.map(([name, value]) => `${name}=${indent(toPython(value), "    ")}`),
  ];
  const lines = args.map((arg) => `    ${arg},\n`).join("");
  return [
    "import os",
    "from openai import OpenAI",
    "",
    `client = OpenAI(base_url=${JSON.stringify(baseUrl)}, api_key=os.environ["LECTERN_KEY"])`,
    `reply = client.${method}(${lines === "" ? "" : `\n${lines}`})`,
    "print(reply.to_json())",
  ].join("\n");
}

/** Writes a JSON value as a Python literal. */
function toPython(value: unknown, depth = 0): string {
  const [inner, outer] = ["    ".repeat(depth + 1), "    ".repeat(depth)];
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  const entries = Array.isArray(value)
    ? value.map((item) => toPython(item, depth + 1))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${toPython(item, depth + 1)}`);
  const [start, end] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  if (entries.length === 0) return `${start}${end}`;
  return `${start}\n${entries.map((entry) => `${inner}${entry},\n`).join("")}${outer}${end}`;
}

/** Indents all lines but the first. */
const indent = (text: string, by = "  ") => text.replaceAll("\n", `\n${by}`);

/** Quotes an argument for a POSIX shell. */
const quoteForShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
