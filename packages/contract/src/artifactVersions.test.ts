import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ArtifactType, type ConversationArtifact } from "./artifacts.ts";
import {
  type ArtifactOperation,
  applyArtifactOperation,
  copyArtifact,
  createArtifactId,
  editArtifact,
  findRemainingVersion,
  formatArtifactDate,
  getNextVersion,
  groupArtifacts,
  hasSpaceFor,
  listBranchVersions,
  listLatestVersions,
  listUsedNumbers,
  parseArtifactEntries,
  parseConversationArtifacts,
  placeVersion,
  toArtifactEntry,
  toArtifactVersion,
  undoEdit,
} from "./artifactVersions.ts";
import { getBranch } from "./messages.ts";
import type { JsonObject } from "./primitives.ts";
import { getFuzzRunCount } from "./testing/getFuzzRunCount.ts";

const createVersion = (changes: Partial<ConversationArtifact> = {}): ConversationArtifact => ({
  ...{ artifactId: "Chart-0000001", name: "Chart", description: "Sales", createdAt: "Nov 29, 2026", version: 1 },
  ...{ contents: "one", tags: [], type: "text", sharedBy: null, messageId: "m1" },
  ...changes,
});
const context = { headId: "m9", createdAt: "Dec 1, 2026" };

describe("versions of artifacts", () => {
  test("an edit of the latest version overwrites its contents, an edit of an older one becomes the version after the latest [C4.26]", () => {
    const [first, second] = [createVersion(), createVersion({ version: 2, contents: "two" })];
    const artifacts = groupArtifacts([first, second]);
    expect(editArtifact(second, "new", { ...context, artifacts })).toEqual({
      kind: "overwrite",
      version: { ...second, contents: "new" },
      base: "two",
    });
    expect(editArtifact(first, "new", { ...context, artifacts })).toEqual({
      kind: "add",
      version: { ...first, version: 3, contents: "new", createdAt: "Dec 1, 2026", messageId: "m9" },
    });
  });

  test("a copy is a new version, and of a deleted version the one before it remains, or the one after it, or none", () => {
    const versions = [1, 2, 3].map((version) => createVersion({ version }));
    const [first, second, third] = versions;
    if (!first || !second || !third) throw new Error("there are three");
    const artifacts = groupArtifacts(versions);
    expect(copyArtifact(first, { ...context, artifacts })).toMatchObject({ version: 4, contents: "one" });
    expect(findRemainingVersion(versions, second)).toEqual(first);
    expect(findRemainingVersion(versions, first)).toEqual(second);
    expect(findRemainingVersion([third], third)).toBeNull();
    const key = { artifactId: second.artifactId, version: 2 };
    const remaining = parseConversationArtifacts(applyArtifactOperation(artifacts, { kind: "delete", ...key }));
    expect(remaining.map(({ version }) => version)).toEqual([1, 3]);
  });

  test("the number of a deleted version is not given again while a message names it", () => {
    const versions = [createVersion()];
    const entry = toArtifactEntry(createVersion({ version: 2 }));
    expect(getNextVersion("Chart-0000001", versions)).toBe(2);
    expect(getNextVersion("Chart-0000001", versions, [{ data: { artifacts: [entry] } }])).toBe(3);
    expect(getNextVersion("Other-0000001", versions)).toBe(1);
  });

  test("whatever is edited, copied and deleted on whichever branch, no version is lost but the deleted, and no number is given twice", () => {
    const Step = fc.record({
      kind: fc.constantFrom("edit", "copy", "delete", "restore"),
      pick: fc.nat(20),
      head: fc.constantFrom("b1", "b2"),
    });
    fc.assert(
      fc.property(fc.array(Step, { maxLength: 20 }), (steps) => {
        let artifacts = groupArtifacts([createVersion()]);
        const given = new Set([1]);
        const deleted: ConversationArtifact[] = [];
        for (const [index, { kind, pick, head }] of steps.entries()) {
          const before = parseConversationArtifacts(artifacts);
          const target = before[pick % before.length] ?? createVersion();
          const change = { artifacts, headId: head, createdAt: "Dec 1, 2026" };
          const last = deleted.at(-1);
          const operation: ArtifactOperation | null =
            kind === "edit"
              ? editArtifact(target, `text ${index}`, change)
              : kind === "copy"
                ? { kind: "add", version: copyArtifact(target, change) }
                : kind === "delete"
                  ? { kind: "delete", artifactId: target.artifactId, version: target.version }
                  : last
                    ? { kind: "restore", version: last }
                    : null;
          if (!operation) continue;
          artifacts = applyArtifactOperation(artifacts, operation);
          const after = parseConversationArtifacts(artifacts);
          if (operation.kind === "add") {
            expect(given).not.toContain(operation.version.version);
            given.add(operation.version.version);
          }
          if (operation.kind === "delete" && before.length > 0) deleted.push(target);
          if (operation.kind === "restore") expect(after).toContainEqual(deleted.pop());
          const latest = Math.max(...before.map(({ version }) => version));
          const kept = before.filter((each) => each !== target || operation.kind === "add");
          for (const version of kept.filter((each) => each.version < latest)) expect(after).toContainEqual(version);
          expect(new Set(after.map(({ version }) => version)).size).toBe(after.length);
        }
      }),
      { numRuns: getFuzzRunCount(200) },
    );
  });

  test("a change leaves everything else as it is, also what cannot be read or is more than a conversation can have", () => {
    const long = "x".repeat(1_000_000);
    const versions = Array.from({ length: 7 }, (_, index) => createVersion({ version: index + 1, contents: long }));
    const artifacts = { "Chart-0000001": versions, notes: "of an older client", odd: [{ version: "one" }, 7] };
    const last = versions.at(-1);
    const first = versions[0];
    if (!last || !first) throw new Error("there are seven");
    const edited = applyArtifactOperation(artifacts, {
      kind: "overwrite",
      version: { ...first, contents: "a" },
      base: long,
    });
    expect(edited).toEqual({
      "Chart-0000001": [{ ...first, contents: "a" }, ...versions.slice(1)],
      notes: ["of an older client"],
      odd: artifacts.odd,
    });
    const added = applyArtifactOperation(artifacts, { kind: "add", version: createVersion({ version: 8 }) });
    expect(added).toMatchObject({ "Chart-0000001": [...versions, { version: 8 }], odd: artifacts.odd });
    const key = { artifactId: first.artifactId, version: 1 };
    expect(applyArtifactOperation(artifacts, { kind: "delete", ...key })).toMatchObject({
      "Chart-0000001": [...versions.slice(1), { artifactId: first.artifactId, version: 7 }],
      odd: artifacts.odd,
    });
    expect(listUsedNumbers(artifacts)).toHaveLength(7);
    // Smaller is always possible.
    expect(hasSpaceFor(artifacts, { kind: "overwrite", version: { ...last, contents: "a" }, base: long })).toBe(true);
    expect(hasSpaceFor(artifacts, { kind: "delete", ...key })).toBe(true);
  });

  test("there is space for an edit, an addition and a restored version, or there is not", () => {
    const long = "x".repeat(999_999);
    const versions = [1, 2, 3, 4, 5].map((version) => createVersion({ version, contents: long }));
    const artifacts = groupArtifacts(versions);
    const overwrite = (contents: string) =>
      hasSpaceFor(artifacts, { kind: "overwrite", version: createVersion({ version: 5, contents }), base: long });
    expect(overwrite(`${long}y`)).toBe(true);
    for (const kind of ["add", "restore"] as const) {
      expect(hasSpaceFor(artifacts, { kind, version: createVersion({ version: 6, contents: "12345" }) })).toBe(true);
      expect(hasSpaceFor(artifacts, { kind, version: createVersion({ version: 6, contents: "123456" }) })).toBe(false);
    }
    const full = groupArtifacts([...versions, createVersion({ version: 6, contents: "12345" })]);
    const grown = createVersion({ version: 6, contents: "123456" });
    expect(hasSpaceFor(full, { kind: "overwrite", version: grown, base: "12345" })).toBe(false);
  });

  test("an edit of a version that was deleted meanwhile is a new version, and of one that was changed meanwhile a conflict", () => {
    const edited = createVersion({ version: 2, contents: "two" });
    const rest = groupArtifacts([createVersion()]);
    expect(editArtifact(edited, "new", { ...context, artifacts: rest })).toMatchObject({
      kind: "add",
      version: { version: 3, contents: "new", messageId: "m9" },
    });
    const changed = groupArtifacts([createVersion(), { ...edited, contents: "theirs" }]);
    expect(editArtifact(edited, "new", { ...context, artifacts: changed })).toBeNull();
    expect(undoEdit(edited, "before", changed)).toBeNull();
    expect(undoEdit(edited, "before", rest)).toBeNull();
    const newer = groupArtifacts([edited, createVersion({ version: 3 })]);
    expect(undoEdit(edited, "before", newer)).toEqual({
      ...{ kind: "overwrite", version: { ...edited, contents: "before" }, base: "two", isUndo: true },
    });
  });

  test("a version that an answer has made gets another number if its own is taken", () => {
    const made = createVersion({ version: 2, messageId: "m2" });
    const other = createVersion({ version: 2, messageId: "m7" });
    const place = (artifacts: JsonObject | undefined) => placeVersion(artifacts, made);
    expect(place(groupArtifacts([createVersion()]))).toEqual({ version: made, exists: false });
    expect(place(groupArtifacts([createVersion(), made]))).toEqual({ version: made, exists: true });
    const renumbered = { ...made, version: 3 };
    expect(place(groupArtifacts([createVersion(), other]))).toEqual({ version: renumbered, exists: false });
    expect(place(groupArtifacts([other, renumbered]))).toEqual({ version: renumbered, exists: true });
    const mark = { artifactId: made.artifactId, version: 2 };
    expect(place({ a: [createVersion(), mark] })).toEqual({ version: renumbered, exists: false });
  });

  test("a branch has the versions of its own messages only, whatever the tree", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(30), { minLength: 1, maxLength: 30 }), fc.nat(30), (parents, head) => {
        const messages = parents.map((parent, index) => ({
          id: `m${index}`,
          parentId: index === 0 ? null : `m${parent % index}`,
        }));
        const versions = messages.map(({ id }, index) => createVersion({ version: index + 1, messageId: id }));
        const branchIds = getBranch(messages, `m${head % messages.length}`).map(({ id }) => id);
        const shown = listBranchVersions(versions, new Set(branchIds));
        expect(new Set(shown.map(({ messageId }) => messageId))).toEqual(new Set(branchIds));
        expect(listLatestVersions(shown)).toEqual([shown.at(-1)]);
      }),
      { numRuns: getFuzzRunCount(200) },
    );
  });

  test("a version has an id, a name, a description, a day, a number, contents, tags, a type and who shared it [C3.08]", () => {
    const version = createVersion({ contents: "Grüße 👋", tags: ["t"], sharedBy: "ada@example.org" });
    const { messageId: _, ...content } = version;
    const wire = toArtifactVersion(content);
    expect(new Set(Object.keys(wire))).toEqual(
      new Set(["artifactId", "contents", "createdAt", "description", "name", "sharedBy", "tags", "type", "version"]),
    );
    expect(parseConversationArtifacts({ a: [{ ...wire, messageId: "m1" }] })).toEqual([version]);
    expect(copyArtifact(version, { ...context, artifacts: groupArtifacts([version]) }).version).toBe(2);
  });

  test("a type that is not allowed is empty [C5.43a] [C3.09]", () => {
    const types = "static vanilla react vue node next angular text json csv svg code".split(" ");
    for (const type of [...types, ""]) expect(ArtifactType.parse(type)).toBe(type);
    for (const type of ["exe", "React", null, 1, {}]) expect(ArtifactType.parse(type)).toBe("");
  });

  test("what is not a version or more than a conversation can have is left out", () => {
    const valid = createVersion();
    const artifacts = {
      a: [valid, valid, { version: 2 }, null, "x"],
      b: "no list",
      c: [createVersion({ version: 0 })],
    };
    expect(parseConversationArtifacts(artifacts)).toEqual([valid]);
    const broken = { ...valid, version: 2, contents: [1_000_000] };
    expect(parseConversationArtifacts({ a: [broken] })).toEqual([]);
    const many = Array.from({ length: 600 }, (_, index) => createVersion({ version: index + 1 }));
    expect(parseConversationArtifacts({ a: many })).toHaveLength(500);
    const one = { kind: "add" as const, version: createVersion({ version: 601 }) };
    expect(hasSpaceFor({ a: many.slice(0, 499) }, one)).toBe(true);
    expect(hasSpaceFor({ a: many.slice(0, 500) }, one)).toBe(false);
    expect(parseArtifactEntries({ artifacts: [toArtifactEntry(valid), { artifactId: "a" }, 7] })).toEqual([
      toArtifactEntry(valid),
    ]);
  });

  test("a new id is the name with underscores and seven digits, and a day is written like Nov 9, 2026", () => {
    expect(createArtifactId("  My  sales chart ", () => 0.0000123)).toBe("My_sales_chart-0000123");
    expect(createArtifactId("Chart")).toMatch(/^Chart-\d{7}$/);
    expect(createArtifactId(" ")).toMatch(/^artifact-\d{7}$/);
    expect(createArtifactId("n".repeat(500)).length).toBe(220);
    const date = new Date("2026-11-09T23:30:00Z");
    expect(formatArtifactDate(date)).toBe("Nov 9, 2026");
    expect(formatArtifactDate(date, "Europe/Berlin")).toBe("Nov 10, 2026");
    expect(formatArtifactDate(date, "Nowhere/Land")).toBe("Nov 9, 2026");
  });
});
