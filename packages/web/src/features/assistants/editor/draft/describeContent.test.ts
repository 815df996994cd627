import { keptSecret } from "@lectern/contract";
import { expect, test } from "vitest";
import { createEmptyDraft, toContent } from "./assistantDraft.ts";
import { createCustomApi } from "./customApiDraft.ts";
import { describeContent, findDifferences } from "./describeContent.ts";

const draft = { ...createEmptyDraft(), name: "Tutor", instructions: "Be kind." };
const findName = (id: string) => (id === "m" ? "Model M" : null);

test("only fields that differ are compared", () => {
  const theirs = toContent({ ...draft, instructions: "Be brief." });
  const mine = toContent({ ...draft, tags: "a" });
  expect(findDifferences(theirs, mine, findName)).toEqual([
    { id: "instructions", label: "Instructions", theirs: "Be brief.", mine: "Be kind." },
    { id: "tags", label: "Tags", theirs: "", mine: "a" },
  ]);
  expect(findDifferences(mine, mine, findName)).toEqual([]);
});

test("documents are compared by name, options by label, models by name, and group types one by one", () => {
  const mine = toContent({
    ...draft,
    model: "m",
    dataSources: [{ id: "s3://x", name: "Script.pdf" }],
    messageOptions: { ...draft.messageOptions, includeMessageIds: true },
    groupTypeData: {
      Student: { additionalInstructions: "Slowly", dataSources: [], isDisabled: false, disabledMessage: "" },
    },
  });
  expect(findDifferences(toContent(draft), mine, findName).map(({ label, mine: text }) => [label, text])).toEqual([
    ["Documents", "Script.pdf"],
    ["Model", "Model M"],
    ["Message Options", "Include message IDs"],
    ["For the group type Student", "Slowly"],
  ]);
});

test("a model that the person cannot see is shown by its id", () => {
  const fields = describeContent(toContent({ ...draft, model: "other" }), findName);
  expect(fields.find(({ id }) => id === "model")?.text).toBe("other");
});

test("[G3.04] [G3.06] operations are compared one by one; of secrets, only whether they are new", () => {
  const api = { ...createCustomApi(), id: "find", name: "Find", url: "https://example.org/", description: "Finds it." };
  const describe = (token: string) => {
    const customApis = [{ ...api, auth: { type: "bearer" as const, token, username: "", password: "" } }];
    return toContent({ ...draft, customApis });
  };
  const differences = findDifferences(describe(keptSecret), describe("a-new-secret"), findName);
  expect(differences.map(({ label }) => label)).toEqual(["Custom API Find"]);
  expect(differences[0]?.theirs).toBe("GET https://example.org/\nFinds it.\nToken (bearer), stored value");
  expect(differences[0]?.mine).toContain("new value");
  expect(JSON.stringify(differences)).not.toContain("a-new-secret");
  const registered = { id: "weather", name: "weather", description: "", params: [], type: "custom" };
  const capabilities = {
    ...draft.capabilities,
    opsLanguageVersion: "v4" as const,
    featureOptions: { ...draft.capabilities.featureOptions, IncludeApiInstr: true },
  };
  const mine = toContent({ ...draft, registeredOperations: [registered], capabilities });
  expect(findDifferences(toContent(draft), mine, findName).map(({ label, mine: text }) => [label, text])).toEqual([
    ["Let the assistant call APIs", "On"],
    ["Enabled API Capabilities", "weather"],
    ["Assistant Ops Language Version", "Deep VU1"],
  ]);
});
