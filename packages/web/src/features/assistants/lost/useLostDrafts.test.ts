import { expect, test } from "vitest";
import { getAssistantDraftKey } from "../../../entities/assistants/assistantDrafts.ts";
import { createAssistantSummary } from "../../../entities/assistants/testing/createAssistantSummary.ts";
import { createGroup } from "../../../entities/groups/testing/createGroup.ts";
import { isLost } from "./useLostDrafts.ts";

const assistants = [
  createAssistantSummary({ assistantId: "astp/own", noEdit: false }),
  createAssistantSummary({ assistantId: "astp/read", noEdit: true }),
];
const groups = [createGroup({ id: "Team_1", level: "write" }), createGroup({ id: "Team_2", level: "read" })];

test("a draft is lost if its assistant or its group is gone or can no longer be edited", () => {
  const drafts = {
    own: getAssistantDraftKey("astp/own", null),
    readOnly: getAssistantDraftKey("astp/read", null),
    deleted: getAssistantDraftKey("astgp/gone", "Team_1"),
    new: getAssistantDraftKey(null, null),
    newInGroup: getAssistantDraftKey(null, "Team_1"),
    newAsReader: getAssistantDraftKey(null, "Team_2"),
    newInDeletedGroup: getAssistantDraftKey(null, "Team_3"),
  };
  const lost = Object.entries(drafts).filter(([, key]) => isLost(key, assistants, groups));
  expect(lost.map(([name]) => name)).toEqual(["readOnly", "deleted", "newAsReader", "newInDeletedGroup"]);
});
