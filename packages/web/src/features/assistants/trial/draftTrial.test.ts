import { AssistantContent } from "@lectern/contract";
import { expect, test } from "vitest";
import type { Trial } from "./buildTrialRequest.ts";
import { isSameTrial, listDraftTypes } from "./draftTrial.ts";

const toData = (groupTypeData: object) => AssistantContent.parse({ name: "Guide", data: { groupTypeData } }).data;

test("a trial asks for a type of the group only if the draft defines one, and offers all of them as a chat does", () => {
  expect(listDraftTypes(toData({}), ["Law", "Art"])).toEqual([]);
  expect(listDraftTypes(toData({ Gone: { isDisabled: true } }), ["Law", "Art"])).toEqual([]);
  expect(
    listDraftTypes(toData({ Art: { isDisabled: true, disabledMessage: "Not for art." } }), ["Law", "Art"]),
  ).toEqual([
    { name: "Law", isDisabled: false, disabledMessage: "" },
    { name: "Art", isDisabled: true, disabledMessage: "Not for art." },
  ]);
});

test("an answer is outdated once something has changed that it depends on", () => {
  const toTrial = (content: object, groupType: string | null = "Law"): Trial => ({
    content: AssistantContent.parse({ name: "Guide", ...content }),
    ...{ assistantId: null, groupId: null, groupType },
  });
  const typeData = (type: string) => ({ data: { groupTypeData: { [type]: { additionalInstructions: "Be brief." } } } });
  const before = toTrial({});
  for (const after of [
    toTrial({ instructions: "Be kind." }),
    toTrial({ name: "Another" }),
    toTrial({ disclaimer: "Ask the desk." }),
    toTrial({ dataSources: [{ id: "s3://a/b.txt" }] }),
    toTrial({ data: { model: "m" } }),
    toTrial({}, "Art"),
    toTrial(typeData("Law")),
  ]) {
    expect(isSameTrial(before, after)).toBe(false);
  }
  for (const after of [
    toTrial({ description: "For first-year students." }),
    toTrial({ tags: ["law"] }),
    toTrial({ data: { icon: "📚", starters: ["Why?"] } }),
    toTrial(typeData("Art")),
  ]) {
    expect(isSameTrial(before, after)).toBe(true);
  }
  const withOperation = (id: string, isOn: boolean) =>
    toTrial({ data: { featureOptions: { IncludeApiInstr: isOn }, operations: [{ id, name: id }] } });
  expect(isSameTrial(withOperation("a", true), withOperation("b", true))).toBe(false);
  expect(isSameTrial(withOperation("a", false), withOperation("b", false))).toBe(true);
});
