import { randomUUID } from "node:crypto";
import { decompressText, type OpDefinition } from "@lectern/contract";
import type { OpName } from "@lectern/contract/registry";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AppError } from "../core/appError.ts";
import type { Actor } from "../core/context.ts";
import { parseInput } from "../core/parseInput.ts";
import { insertTestAssistant } from "../modules/assistants/testing/insertTestAssistant.ts";
import { createScriptedConverter } from "../modules/export/testing/scriptedConverter.ts";
import { createScriptedReader } from "../modules/files/documents/testing/scriptedReader.ts";
import { configureFlags } from "../testing/configureFlags.ts";
import { createTestApp, type TestApp } from "../testing/createTestApp.ts";
import { exampleArtifact, exampleGroupId, getOpExamples } from "../testing/getOpExamples.ts";

import { uploadTestFile } from "../testing/uploadTestFile.ts";
import { ops, registry } from "./registry.ts";
import { runOp } from "./runOp.ts";
import { createRelations, type Relation, type Relations, type TestGroup } from "./testing/createRelations.ts";
import { type OpOutcomes, type Outcome, opOutcomes } from "./testing/opOutcomes.ts";

const opNames = Object.keys(ops) as OpName[];

/** Which of these ops return something of the owner's objects to those who may read them. */
const revealingOps: readonly OpName[] = [
  "listConversations",
  "openConversation",
  "getConversation",
  "getAllConversations",
  "getMultipleConversations",
  "searchMessages",
  "listFileTags",
  "queryFiles",
  "getFiles",
  "readFileContent",
  "dualRetrieval",
  "listGroupMembers",
  "getAssistant",
];

/** A text in what the owner has, which people without access must not find. */
const secret = "periwinkle-2718";

/** Conversations are compressed to lists of numbers. */
const decompress = (text: string) =>
  text.replace(/\[\d+(?:,\d+){20,}\]/g, (codes) => decompressText(JSON.parse(codes) as number[]));

interface Response {
  code: AppError["code"] | "ok";
  text: string;
}

describe("every op gives each caller what the table says", () => {
  let server: TestApp;
  let relations: Relations;
  /** A file of which the others are copies, so that nothing is extracted again. */
  let originalId: string;
  let count = 0;

  beforeAll(async () => {
    server = await createTestApp({
      environment: { ADMINS: "admin@uni.edu" },
      documents: createScriptedReader(),
      converter: createScriptedConverter(),
    });
    await configureFlags(server.platform.db, { answerFeedback: true, assistantAdminInterface: true, mixPanel: true });
    relations = await createRelations(server);
    const archive = await server.signIn("archive@uni.edu");
    const file = { name: `${secret}.txt`, type: "text/plain", content: secret, tags: [secret] };
    originalId = (await uploadTestFile(server, archive, file)).id;
  });
  afterAll(() => server.close());

  async function copyFile(ownerId: string, groupId: string | null): Promise<string> {
    const id = `${ownerId}/2026-11-21/${++count}.json`;
    await sql`
      insert into files (id, owner_id, group_id, blob_key, name, type, tags, size, sha256, document_id, created_at, uploaded_at)
      select ${id}, ${ownerId}, ${groupId}, ${id}, name, type, tags, size, sha256, document_id, created_at, uploaded_at
      from files where id = ${originalId}`.execute(server.platform.db);
    return id;
  }

  /** Copies a group with its members, and adds the owner, an administrator and an invitation. */
  async function copyGroup(original: TestGroup): Promise<TestGroup> {
    const { db } = server.platform;
    const id = randomUUID();
    const wireId = `Copy_${id}`;
    const { owner, otherAdministrator } = relations;
    await sql`insert into principals (id, kind) values (${id}, 'group')`.execute(db);
    await sql`
      insert into groups (id, wire_id, name, is_public, is_built_in, supports_analysis, created_at, deleted_at)
      select ${id}, ${wireId}, ${wireId}, is_public, is_built_in, true, created_at, deleted_at
      from groups where id = ${original.id}`.execute(db);
    await sql`
      insert into group_members (group_id, principal_id, email, level, created_at, expires_at)
      select ${id}, principal_id, email, level, created_at, expires_at from group_members where group_id = ${original.id}
      union all values
        (${id}, ${owner.principal.id}, null, 'read', now(), null),
        (${id}, ${otherAdministrator.principal.id}, null, 'admin', now(), null),
        (${id}, null, ${`${secret}@uni.edu`}, 'read', now(), now() + interval '1 day')`.execute(db);
    await sql`
      insert into group_directory_groups (group_id, directory_group_id)
      select ${id}, directory_group_id from group_directory_groups where group_id = ${original.id}`.execute(db);
    return { id, wireId };
  }

  /** All that belongs to a group, to compare. */
  async function readGroup({ id }: TestGroup): Promise<unknown> {
    const { rows } = await sql`
      select groups.*,
        (select jsonb_agg(m order by principal_id, email) from group_members m where group_id = groups.id) as members,
        (select jsonb_agg(d order by directory_group_id) from group_directory_groups d where group_id = groups.id) as lists
      from groups where id = ${id}`.execute(server.platform.db);
    return rows;
  }

  /** Lists of groups must not contain it in later tests. */
  async function removeGroup({ id }: TestGroup): Promise<void> {
    for (const table of ["group_members", "group_directory_groups"] as const) {
      await server.platform.db.deleteFrom(table).where("group_id", "=", id).execute();
    }
    await server.platform.db.updateTable("groups").set({ deleted_at: new Date() }).where("id", "=", id).execute();
  }

  async function createTheirAssistant(ownerId: string, isPublished = true): Promise<string> {
    const content = { name: "Tutor", instructions: secret };
    return (await insertTestAssistant(server.platform, ownerId, content, { isPublished })).id;
  }

  /** All that belongs to an assistant, to compare. */
  async function readAssistant(id: string): Promise<unknown> {
    const { rows } = await sql`
      select assistants.*,
        (select jsonb_agg(v order by version) from assistant_versions v where assistant_id = assistants.id) as versions,
        (select jsonb_agg(g order by principal_id, email) from grants g where object_id = assistants.id) as given
      from assistants where id = ${id}`.execute(server.platform.db);
    return rows;
  }

  async function createTheirConversation(): Promise<string> {
    const id = `theirs-${++count}`;
    const messages = [
      { id: "m1", parentId: null, role: "user", content: secret, data: {} },
      { id: "m2", parentId: "m1", role: "assistant", content: secret, data: {} },
    ];
    const artifacts = { [exampleArtifact.artifactId]: [{ ...exampleArtifact, contents: secret }] };
    const conversation = { id, name: secret, tags: ["t"], messages, artifacts };
    await call("createConversation", relations.owner, { conversation });
    return id;
  }

  /** All that the owners have, to compare. */
  async function readRows(ownerId: string): Promise<unknown> {
    const { db } = server.platform;
    const tables = ["conversations", "messages", "answer_feedback", "files", "prompts", "folders"] as const;
    const read = async (table: (typeof tables)[number]) => {
      const { rows } = await sql`select * from ${sql.table(table)} where owner_id = ${ownerId}`.execute(db);
      // Ids are unique per conversation or per owner only, so that the database's order would not be defined.
      return rows.map((row) => JSON.stringify(row)).sort();
    };
    return Promise.all(tables.map(read));
  }

  async function call(name: OpName, actor: Actor, input: unknown): Promise<Response> {
    const op: OpDefinition = ops[name];
    const handler = registry.find((candidate) => candidate.op === op);
    if (!handler) throw new Error(`${name} has no handler`);
    const context = {
      actor,
      requestId: "request",
      signal: new AbortController().signal,
      entryPoint: "direct",
    } as const;
    try {
      const result = await runOp(server.platform, handler, context, () => parseInput(op.input, input));
      return { code: "ok", text: await readWhole(result) };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { code: error.code, text: `${error.userMessage} ${JSON.stringify(error.fields)}` };
    }
  }

  /** Returns a result as text, with what its URLs return. */
  async function readWhole(result: unknown): Promise<string> {
    const text = JSON.stringify(result);
    const urls = [...text.matchAll(/"(\/signed\/conversations[^"]+)"/g)].map(([, url = ""]) => url);
    const pages = await Promise.all(urls.map(async (url) => (await server.app.inject({ url })).body));
    return [text, ...pages].map(decompress).join("\n");
  }

  /** Inputs that find the objects, wherever they are in a list. */
  const buildInputs = (conversationId: string, fileId: string, groupId?: string, assistantId?: string) => ({
    ...getOpExamples(conversationId, relations.owner.email, fileId, groupId, assistantId),
    listAssistants: {},
    listConversations: { limit: 100 },
    searchMessages: { query: secret },
    queryFiles: {},
    dualRetrieval: { userInput: secret, dataSources: [fileId] },
    listGroupMembers: { group_id: groupId ?? exampleGroupId, query: secret },
  });

  /** `hasObject`: the caller has an object with this id, so that it cannot be created. */
  function expectOutcome(
    name: OpName,
    expected: Outcome,
    { code, text }: Response,
    label: string,
    hasObject = false,
  ): void {
    if (["forbidden", "notFound", "conflict"].includes(expected)) expect(code, label).toBe(expected);
    else expect(code, `${label}: ${text}`).toBe(hasObject && name === "createConversation" ? "conflict" : "ok");
    if (expected !== "allowed" && expected !== "own") expect(text, label).not.toContain(secret);
    if (expected === "allowed" && revealingOps.includes(name)) expect(text, label).toContain(secret);
  }

  /** A person can have only a few unfinished ones. */
  async function endConversions(): Promise<void> {
    await server.platform.db.deleteFrom("conversions").execute();
  }

  async function checkPersonal(name: OpName, { others, services = others }: OpOutcomes & { object: "personal" }) {
    const fileId = await copyFile(relations.owner.principal.id, null);
    const conversationId = await createTheirConversation();
    const before = await readRows(relations.owner.principal.id);
    const previousCallers = new Set<string>();
    for (const relation of relations.toPerson.filter(({ role }) => role !== "owner")) {
      for (const [type, id] of [
        ["file", fileId],
        ["conversation", conversationId],
      ] as const) {
        await relation.share?.({ type, id });
      }
      const { principal } = relation.caller;
      await endConversions();
      const response = await call(name, relation.caller, buildInputs(conversationId, fileId)[name]);
      const expected = principal.kind === "service" ? services : others;
      expectOutcome(name, expected, response, relation.name, previousCallers.has(principal.id));
      previousCallers.add(principal.id);
    }
    expect(await readRows(relations.owner.principal.id)).toEqual(before);
    for (const { name: label, caller } of relations.toPerson.filter(({ role }) => role === "owner")) {
      await endConversions();
      const response = await call(name, caller, buildInputs(await createTheirConversation(), fileId)[name]);
      expectOutcome(name, "allowed", response, label, true);
    }
  }

  async function checkFile(
    name: OpName,
    outcomes: OpOutcomes & { object: "file" },
    relation: Relation,
    ownerId: string,
    groupId: string | null,
  ) {
    const fileId = await copyFile(ownerId, groupId);
    await relation.share?.({ type: "file", id: fileId });
    const readFile = async () => (await sql`select * from files where id = ${fileId}`.execute(server.platform.db)).rows;
    const before = await readFile();
    const expected = relation.role === "owner" ? "allowed" : outcomes[relation.role ?? "none"];
    const response = await call(name, relation.caller, buildInputs("none", fileId)[name]);
    expectOutcome(name, expected, response, relation.name);
    if (expected !== "allowed") expect(await readFile(), relation.name).toEqual(before);
  }

  async function checkAssistant(
    name: OpName,
    outcomes: OpOutcomes & { object: "assistant" },
    relation: Relation & { group?: TestGroup },
    ownerId: string,
  ) {
    const { caller, group, role } = relation;
    for (const isPublished of group ? [true, false] : [true]) {
      const id = await createTheirAssistant(ownerId, isPublished);
      await relation.share?.({ type: "assistant", id });
      const before = await readAssistant(id);
      const label = `${relation.name}, ${isPublished ? "published" : "unpublished"}`;
      const visibleRole = isPublished || role !== "use" ? role : null;
      const outcome = visibleRole === null ? outcomes.none : outcomes[visibleRole === "owner" ? "admin" : visibleRole];
      const expected = group && visibleRole !== null ? (outcomes.ofGroup ?? outcome) : outcome;
      const response = await call(name, caller, buildInputs("none", "none", undefined, id)[name]);
      expectOutcome(name, expected, response, label);
      if (expected !== "allowed") expect(await readAssistant(id), label).toEqual(before);
    }
  }

  async function checkUpload(
    name: OpName,
    outcomes: OpOutcomes & { object: "groupFile" },
    relation: Relation,
    group: TestGroup | null,
  ) {
    const examples = buildInputs("none", "none");
    const groupId = group?.wireId ?? null;
    const input =
      name === "uploadFile" ? { data: { ...examples.uploadFile.data, groupId } } : { ...examples.beginUpload, groupId };
    const response = await call(name, relation.caller, input);
    if (!group) return expectOutcome(name, "own", response, relation.name);
    expectOutcome(name, getOutcomeByLevel(outcomes, relation), response, relation.name);
  }

  function getOutcomeByLevel(outcomes: OpOutcomes & { object: "group" | "groupFile" }, relation: Relation): Outcome {
    // The members of a level get the role that goes with it for what the group owns; a reader gets `use`.
    const level = relation.role === "use" ? "read" : relation.role;
    if (level === "owner") throw new Error("people do not own the things of groups");
    return level === null ? outcomes[relation.caller.isAdmin ? "siteAdmin" : "none"] : outcomes[level];
  }

  async function checkGroup(
    name: OpName,
    outcomes: OpOutcomes & { object: "group" },
    relation: Relation & { group: TestGroup },
  ) {
    const group = await copyGroup(relation.group);
    const before = await readGroup(group);
    const input = buildInputs("none", "none", group.wireId)[name];
    const exception =
      (relation.isComputed && outcomes.computed) || (relation.role && relation.group.isBuiltIn && outcomes.builtIn);
    const outcomeOfLevel = getOutcomeByLevel(outcomes, relation);
    const expected = outcomeOfLevel === "allowed" && exception ? exception : outcomeOfLevel;
    expectOutcome(name, expected, await call(name, relation.caller, input), relation.name);
    if (expected !== "allowed") expect(await readGroup(group), relation.name).toEqual(before);
    await removeGroup(group);
  }

  test.each(opNames)("%s", async (name) => {
    const outcomes = opOutcomes[name];
    const { owner, siteAdmin, toPerson, toGroups } = relations;
    switch (outcomes.object) {
      case "personal":
        return checkPersonal(name, outcomes);
      case "file":
        for (const relation of toPerson) await checkFile(name, outcomes, relation, owner.principal.id, null);
        for (const relation of toGroups) {
          await checkFile(name, outcomes, relation, relation.group.id, relation.group.wireId);
        }
        return;
      case "groupFile":
        for (const relation of toPerson) await checkUpload(name, outcomes, relation, null);
        for (const relation of toGroups) await checkUpload(name, outcomes, relation, relation.group);
        return;
      case "group":
        for (const relation of toGroups) await checkGroup(name, outcomes, relation);
        return;
      case "assistant":
        for (const relation of toPerson) await checkAssistant(name, outcomes, relation, owner.principal.id);
        for (const relation of toGroups) await checkAssistant(name, outcomes, relation, relation.group.id);
        return;
      case "signed": {
        const input = buildInputs("none", originalId)[name];
        for (const { name: label, caller } of [...toPerson, ...toGroups]) {
          expectOutcome(name, "notFound", await call(name, caller, input), label);
        }
        return;
      }
      case "site": {
        const input = buildInputs("none", originalId)[name];
        for (const { name: label, caller } of [...toPerson, ...toGroups]) {
          if (!caller.isAdmin) expectOutcome(name, "forbidden", await call(name, caller, input), label);
        }
        expect((await call(name, siteAdmin, input)).code).not.toBe("forbidden");
      }
    }
  });
});
