import { keptSecret } from "@lectern/contract";
import { expect, test } from "vitest";
import { createEmptyDraft, toContent } from "./assistantDraft.ts";
import { createCustomApi } from "./customApiDraft.ts";
import { listFileKeys, toOwnContent } from "./toOwnContent.ts";

const source = (name: string) => ({ id: `s3://group/2026-11-23/${name}.json`, name });
const key = (name: string) => `group/2026-11-23/${name}.json`;
const type = { additionalInstructions: "", dataSources: [], isDisabled: false, disabledMessage: "" };

test("an assistant of a group becomes one of a person, who loses no text and only files that they may not open", () => {
  const content = toContent({
    ...createEmptyDraft(),
    name: "Tutor",
    instructions: "Be patient.",
    dataSources: [source("script"), source("own")],
    groupUserTypeQuestion: "Who are you?",
    groupTypeData: {
      Staff: { ...type, additionalInstructions: "Be brief.", dataSources: [source("own"), source("exam")] },
      Student: { ...type, isDisabled: true, disabledMessage: "Not now." },
    },
  });
  expect(listFileKeys(content)).toEqual([key("script"), key("own"), key("exam")]);
  const own = toOwnContent(content, new Set([key("own")]));
  expect(own.leftOut.map(({ name }) => name)).toEqual(["script", "exam"]);
  expect(own.content).toMatchObject({
    name: "Tutor",
    instructions: "Be patient.\n\nFor the group type Staff:\nBe brief.",
    dataSources: [source("own")],
    data: { groupTypeData: {}, groupUserTypeQuestion: "" },
  });
});

test("[G3.06] one's own copy of an assistant has its APIs without their stored secrets, and says which", () => {
  const auth = { type: "bearer" as const, username: "", password: "" };
  const apis = [
    { ...createCustomApi(), id: "a", name: "With a stored token", auth: { ...auth, token: keptSecret } },
    { ...createCustomApi(), id: "b", name: "With a new token", auth: { ...auth, token: "typed" } },
  ];
  const own = toOwnContent(toContent({ ...createEmptyDraft(), customApis: apis }), new Set());
  expect(own.apisWithoutSecrets).toEqual(["With a stored token"]);
  expect(own.content.data.operations.map(({ auth: copied }) => copied?.token)).toEqual(["", "typed"]);
});
