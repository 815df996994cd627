import { AssistantOperation, ToolStep } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { createSecretBox } from "../../../platform/secretBox.ts";
import { sealSecrets } from "../secrets/requestSecrets.ts";
import { listCallableOperations } from "./callableOperation.ts";

const secrets = createSecretBox("a secret of a test server");
const noAuth = { type: "none" as const, token: "", username: "", password: "" };

const createCustomApi = (changes: object = {}) =>
  sealSecrets(
    secrets,
    z.parse(AssistantOperation, {
      id: "weather",
      name: "Weather",
      description: "Tells the weather.",
      type: "http",
      requestType: "GET",
      url: "https://api.example.org/${city}",
      params: [{ name: "city" }],
      auth: { type: "bearer", token: "token-1" },
      ...changes,
    }),
    [],
  );

const registered = {
  ...{ id: "enrol", name: "enrol", url: "https://sis.example.edu/enrol", method: "POST" as const },
  ...{ description: "Enrols", type: "custom" as const, params: [{ name: "course", description: "" }], tags: ["sis"] },
  auth: noAuth,
  data: { defaultErrorMessage: "Enrolment is closed.", shouldConfirm: true, confirmationMessage: "Enrol?" },
};

const list = (operations: AssistantOperation[], changes: object = {}) =>
  listCallableOperations({
    assistant: { operations, ownerId: "ada", authorId: "ada", groupId: null },
    registered: [registered],
    principalId: "ada",
    secrets,
    ...changes,
  });

describe("what an assistant can call", () => {
  test("[G3.04] [G3.06] [C7.43] is its custom APIs with their secrets, and the registered operations", () => {
    const operations = [createCustomApi(), z.parse(AssistantOperation, { id: "enrol", name: "enrol", type: "custom" })];
    expect(list(operations)).toMatchObject([
      {
        toolName: "weather",
        title: "Weather (api.example.org)",
        params: [{ name: "city" }],
        request: { requestType: "GET", url: "https://api.example.org/${city}", auth: { token: "token-1" } },
        needsApproval: false,
      },
      {
        toolName: "enrol",
        params: [{ name: "course" }],
        request: { requestType: "POST", url: "https://sis.example.edu/enrol" },
        needsApproval: true,
        approvalQuestion: "Enrol?",
        errorMessage: "Enrolment is closed.",
      },
    ]);
  });

  test("includes secrets of any length that an author can enter", () => {
    const token = "t".repeat(4_000);
    const [callable] = list([createCustomApi({ auth: { type: "bearer", token } })]);
    expect(callable?.request.auth.token).toBe(token);
  });

  test("is nothing that is incomplete, no longer registered, or has a secret that cannot be read", () => {
    const incomplete = z.parse(AssistantOperation, { id: "x", name: "x", type: "http" });
    const unknown = z.parse(AssistantOperation, { id: "gone", name: "gone", type: "custom" });
    expect(list([incomplete, unknown, createCustomApi({ url: "ftp://a.org" })])).toEqual([]);
    const enrol = z.parse(AssistantOperation, { id: "enrol", name: "enrol", type: "custom" });
    expect(list([enrol], { registered: [{ ...registered, auth: null }] })).toEqual([]);
  });

  test("asks before requests that change something, unless its author decides otherwise", () => {
    const asks = (changes: object) => list([createCustomApi(changes)])[0]?.needsApproval;
    expect(asks({ requestType: "POST" })).toBe(true);
    expect(asks({ requestType: "POST", shouldConfirm: false })).toBe(false);
    expect(asks({ shouldConfirm: true })).toBe(true);
  });

  test("asks before registered operations that change something where another person is the author", () => {
    const enrol = z.parse(AssistantOperation, { id: "enrol", name: "enrol", type: "custom" });
    const data = { ...registered.data, shouldConfirm: false };
    const asks = (principalId: string, method = "POST") =>
      list([enrol], { principalId, registered: [{ ...registered, data, method }] })[0]?.needsApproval;
    expect([asks("ada"), asks("bob"), asks("bob", "GET")]).toEqual([false, true, false]);
  });

  test("asks before each call with the person’s account that changes something or is in an assistant of others", () => {
    const read = z.parse(AssistantOperation, { id: "enrol", name: "enrol", type: "custom" });
    const data = { ...registered.data, shouldConfirm: false };
    const asks = (method: string, changes: object = {}) => {
      const own = { ...registered, data, method, integration: "google_drive" };
      return list([read], { registered: [own], ...changes })[0]?.needsApproval;
    };
    expect([asks("GET"), asks("POST")]).toEqual([false, true]);
    expect(asks("GET", { principalId: "bob" })).toBe(true);
    for (const author of [
      { ownerId: "ada", authorId: "bob" },
      { ownerId: "team", authorId: "ada", groupId: "team" },
    ]) {
      expect(asks("GET", { assistant: { operations: [read], groupId: null, ...author } })).toBe(true);
    }
  });

  test("asks always where another person is the author, and as the author says in a group", () => {
    const operations = [createCustomApi({ shouldConfirm: false })];
    expect(list(operations, { principalId: "bob" })[0]?.needsApproval).toBe(true);
    const assistant = { operations, ownerId: "team", authorId: "ada", groupId: "team" };
    expect(list(operations, { principalId: "bob", assistant })[0]?.needsApproval).toBe(false);
  });

  test("has a title that an answer can show, with the end of the host, however long the name and the host are", () => {
    const url = `https://${"a.".repeat(110)}example.org/`;
    const title = list([createCustomApi({ name: "n".repeat(200), url })])[0]?.title ?? "";
    expect(ToolStep.shape.title.safeParse(title).success).toBe(true);
    expect(title).toMatch(/a\.example\.org\)$/);
  });

  test("asks the owner if another person has saved it last", () => {
    const assistant = { operations: [createCustomApi()], ownerId: "ada", authorId: "bob", groupId: null };
    expect(list([], { assistant })[0]?.needsApproval).toBe(true);
  });

  test("has a fingerprint that changes with its request, and has nothing of its secrets", () => {
    const getFingerprint = (changes: object) => list([createCustomApi(changes)])[0]?.fingerprint;
    expect(getFingerprint({})).toBe(getFingerprint({ name: "Rain", auth: { type: "bearer", token: "token-2" } }));
    for (const changes of [{ url: "https://api.example.org/v2" }, { requestType: "DELETE" }, { body: "{}" }])
      expect(getFingerprint(changes)).not.toBe(getFingerprint({}));
  });

  test("has names that models accept, each once, and none of the tools for documents", () => {
    const names = ["Wetter für heute!", "weather", "weather", "search_documents", "…", "x".repeat(90)];
    const operations = names.map((id) => createCustomApi({ id }));
    expect(list(operations).map(({ toolName }) => toolName)).toEqual([
      "Wetter_f_r_heute",
      "weather",
      "weather_2",
      "search_documents_2",
      "operation",
      "x".repeat(60),
    ]);
  });
});
