import { type Conversation, type DataSource, distinctVariables, parsePromptVariables } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import { applyTextOptions } from "./applyTextOptions.ts";
import { fillTemplate, type TemplateSources } from "./fillTemplate.ts";
import { matchesPattern } from "./matchesPattern.ts";
import { type VariableEntries, validateEntries } from "./validateEntries.ts";

const source: DataSource = { id: "s3://k", name: "report.txt", type: "text/plain", metadata: { totalTokens: 7 } };
const conversation = {
  id: "c",
  name: "Lab",
  createdAt: "2026-11-21T10:00:00.000Z",
  modelId: "m",
  tags: ["t"],
  headId: null,
  messages: [
    { id: "1", parentId: null, role: "user", content: "Why?", data: {} },
    { id: "2", parentId: "1", role: "assistant", content: "Because.", data: {} },
  ],
} as unknown as Conversation; // the rest of the conversation is not read
const sources: TemplateSources = {
  readConversation: async () => conversation,
  findTemplate: (id) => ({
    id,
    name: "Other",
    description: "d",
    content: "Do {{it}}",
    folderId: null,
    type: "prompt",
    data: {},
  }),
  readDocument: async () => "one\ntwo",
};
const fill = (content: string, entries: Partial<VariableEntries> = {}) =>
  fillTemplate(
    { id: "p", name: "P", content },
    distinctVariables(parsePromptVariables(content)),
    { values: {}, documents: {}, ...entries },
    sources,
  );
const check = (content: string, entries: Partial<VariableEntries> = {}) =>
  validateEntries(
    distinctVariables(parsePromptVariables(content)),
    { values: {}, documents: {}, ...entries },
    matchesPattern,
  );

describe("filling in a template", () => {
  test("[C5.21] replaces the variables of each type with their values", async () => {
    const report = { name: "report.txt", source };
    const documents = { f: [report], m: [{ name: "notes.txt", source }, report] };
    const values = { t: "text {{b}}", b: "true", o: "short", c: "c", p: "other" };
    const filled = await fill(
      "{{t}}|{{b:boolean}}|{{n:boolean}}|{{o:options[short,long]}}|{{f:file}}|{{m:files}}|{{c:conversation}}|{{p:template}}",
      { values, documents },
    );
    const start = "text {{b}}|true|false|short|report.txt|notes.txt\nreport.txt|";
    expect(filled.text).toBe(`${start}User: Why?\n\nAssistant: Because.|Do {{it}}`);
    expect(filled.label).toBe(
      "text {{b}}|true|false|short|report.txt|notes.txt, report.txt|[Chat: Lab]|[Template: Other]",
    );
    expect(filled.attachedVariables).toEqual(["f", "m"]);
    expect(filled.templateData).toEqual({
      id: "p",
      name: "P",
      values: {
        ...values,
        n: "false",
        f: "report.txt",
        m: "notes.txt, report.txt",
        c: "[Chat: Lab]",
        p: "[Template: Other]",
      },
    });
  });

  test("[C5.21] generates a unique id: the same for all uses of a variable, a new one each time", async () => {
    const { text } = await fill("{{u:uniqueId}} {{u:uniqueId}}");
    expect(text).toMatch(/^([0-9a-f-]{36}) \1$/);
    expect((await fill("{{u:uniqueId}} {{u:uniqueId}}")).text).not.toBe(text);
  });

  test("[C5.22] line numbers, escaping and a maximum length change a text", () => {
    expect(applyTextOptions("a\nb", { lineNumbers: true })).toBe("1: a\n2: b");
    expect(applyTextOptions('a"\n', { escape: true })).toBe('a\\"\\n');
    expect(applyTextOptions("abcdef", { truncate: 2 })).toBe("ab");
    expect(applyTextOptions("abcdef", { truncate: 2, truncateFromEnd: true })).toBe("ef");
    expect(applyTextOptions("a🌍", { truncate: 2 })).toBe("a");
    expect(applyTextOptions("abc", { truncate: 0 })).toBe("abc");
  });

  const numbered = {
    t: "1: a\n2: b",
    f: "1: one\n2: two",
    c: "1: User: Why?\n2: \n3: Assistant: Because.",
    p: "1: Do {{it}}",
  };
  test.each([
    ["lineNumbers: true", numbered],
    ["escape: true", { t: "a\\nb", f: "one\\ntwo", c: "User: Why?\\n\\nAssistant: Because.", p: "Do {{it}}" }],
    ["truncate: 2", { t: "a\n", f: "on", c: "Us", p: "Do" }],
    ["truncate: 2, truncateFromEnd: true", { t: "\nb", f: "wo", c: "e.", p: "}}" }],
  ])("[C5.22] applies (%s) to texts, documents, conversations and templates", async (options, { t, f, c, p }) => {
    const documents = { f: [{ name: "report.txt", source }], m: [{ name: "report.txt", source }] };
    const values = { t: "a\nb", c: "c", p: "other" };
    expect((await fill(`{{t:text(${options})}}`, { values })).text).toBe(t);
    expect((await fill(`{{c:conversation(${options})}}`, { values })).text).toBe(c);
    expect((await fill(`{{p:template(${options})}}`, { values })).text).toBe(p);
    for (const variable of [`{{f:file(${options})}}`, `{{m:files(${options})}}`])
      expect(await fill(variable, { documents })).toMatchObject({
        text: f,
        label: "report.txt",
        attachedVariables: [],
      });
  });

  test("[C5.22] includes the metadata of a document, a conversation or a template if the option is set", async () => {
    const documents = { f: [{ name: "report.txt", source }] };
    const { text } = await fill("{{f:files(includeMetadata: true)}}", { documents });
    expect(JSON.parse(text)).toEqual({ name: "report.txt", type: "text/plain", totalTokens: 7 });
    const rendered = await fill("{{c:conversation(includeMetadata: true)}}", { values: { c: "c" } });
    expect(rendered.text).toMatch(/^\{"name":"Lab".*\}\n\nUser: Why\?/);
    const other = await fill("{{p:template(includeMetadata: true)}}", { values: { p: "other" } });
    expect(other.text).toBe('{"name":"Other","description":"d"}\n\nDo {{it}}');
  });
});

describe("the entries", () => {
  test("[C5.24] must include required files, which are reported first and by name", async () => {
    expect(await check("{{f:file}} {{t}}")).toEqual({
      message: 'Please provide all the required files marked with "*"',
      fields: { f: "This is required.", t: "This is required." },
    });
    const values = { t: "x" };
    const documents = { f: [{ name: "report.txt", source }], m: [] };
    expect(await check("{{f:file}} {{t}} {{m:files}}", { values, documents })).toEqual({
      message: 'Please provide all the required files marked with "*"',
      fields: { m: "This is required." },
    });
  });

  test("[C5.25] must not leave required variables empty or blank", async () => {
    const values = { t: "  ", o: "", c: "", full: "x" };
    const content = "{{t}} {{o:options[a]}} {{c:conversation}} {{p:template}} {{full}}";
    expect(await check(content, { values })).toEqual({
      message: 'Please fill out all required variables marked with "*"',
      fields: Object.fromEntries(["t", "o", "c", "p"].map((name) => [name, "This is required."])),
    });
    expect(await check("{{full}}", { values })).toBeNull();
  });

  test("[C5.26] must wait for documents that are not ready, even optional ones", async () => {
    const waiting = {
      message: "Please wait for all documents to finish uploading or remove them from the prompt.",
      fields: {},
    };
    const ready = { name: "report.txt", source };
    const documents = { f: [ready, { name: "a", source: null }], g: [ready] };
    expect(await check("{{f:files(optional: true)}}", { documents })).toEqual(waiting);
    expect(await check("{{g:file}} {{f:files}}", { documents })).toEqual(waiting);
    expect(await check("{{g:file}}", { documents })).toBeNull();
  });

  test("[C5.23] may be empty only for optional variables, checkboxes and generated ids", async () => {
    expect(
      await check(
        "{{t:text(optional: true)}} {{b:boolean}} {{u:uniqueId}} {{f:file(optional: true)}} {{m:files(optional: true)}} " +
          "{{o:options[a](optional: true)}} {{c:conversation(optional: true)}} {{p:template(optional: true)}}",
      ),
    ).toBeNull();
    for (const type of ["text", "file", "files", "options[a]", "conversation", "template"]) {
      for (const required of [`{{x:${type}}}`, `{{x:${type}(optional: false)}}`]) {
        expect(await check(required), required).not.toBeNull();
      }
    }
  });

  test("[C5.22] must match the pattern and the required beginning; an invalid pattern is reported", async () => {
    const findProblem = async (options: string, enteredText: string) =>
      (await check(`{{t:text(${options})}}`, { values: { t: enteredText } }))?.fields.t;
    expect(await findProblem('regex: "^[0-9]{4}$"', "2026")).toBeUndefined();
    expect(await findProblem('regex: "^[0-9]{4}$"', "26")).toBe("This must match the pattern ^[0-9]{4}$");
    expect(await findProblem('startsWith: "TA-"', "TA-1")).toBeUndefined();
    for (const text of ["1", "My TA-1"]) {
      expect(await findProblem('startsWith: "TA-"', text)).toBe("This must begin with “TA-”.");
    }
    expect(await findProblem('regex: "("', "x")).toContain("is invalid");
    expect(await findProblem('optional: true, regex: "^a$"', "")).toBeUndefined();
  });

  test("a pattern that takes a backtracking engine forever is evaluated immediately", async () => {
    expect(await matchesPattern("^(a+)+$", `${"a".repeat(5_000)}b`)).toBe(false);
  });
});

test("a variable may have the name of an Object.prototype property", async () => {
  const content = "{{constructor}} {{toString:files}} {{__proto__:text(regex: '^x$')}}";
  expect(await check(content)).toMatchObject({
    fields: Object.fromEntries(["constructor", "toString", "__proto__"].map((name) => [name, "This is required."])),
  });
  const values = Object.fromEntries([
    ["constructor", "C"],
    ["__proto__", "y"],
  ]);
  const documents = { toString: [{ name: "report.txt", source }] };
  const refused = await check(content, { values, documents });
  expect(Object.entries(refused?.fields ?? {})).toEqual([["__proto__", "This must match the pattern ^x$"]]);
  expect((await fill(content, { values, documents })).text).toBe("C report.txt y");
  expect((await fill("{{constructor:text(optional)}}|{{valueOf:file(optional)}}")).text).toBe("|");
});

test("a template whose text would be longer than any message is rejected before that text is built", async () => {
  await expect(fill("{{t}}".repeat(30_000), { values: { t: "x".repeat(100_000) } })).rejects.toThrow(
    "A message can have at most 4,000,000 characters.",
  );
});

test("a pattern that would block the page is not evaluated on a long text", async () => {
  const content = "{{t:text(regex: '(([a-z]?){1000})$')}}";
  expect(await check(content, { values: { t: "a!" } })).toBeNull();
  const refused = await check(content, { values: { t: `${"a".repeat(100_000)}!` } });
  expect(refused?.fields.t).toContain("too complex for text of this length");
});
