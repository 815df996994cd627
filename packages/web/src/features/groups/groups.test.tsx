import type { Group, GroupMember } from "@lectern/contract";
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { createGroup } from "../../entities/groups/testing/createGroup.ts";
import { groupMembersQuery } from "../../entities/groups/useGroupMembers.ts";
import { groupsQuery } from "../../entities/groups/useGroups.ts";
import { WorkspaceContext } from "../../entities/shell/workspace.ts";
import { findNameProblem } from "./create/findNameProblem.ts";
import { GroupFields } from "./create/GroupFields.tsx";
import { type GroupChange, getLastAdminText, getRefusalText, getSuccessText } from "./groupTexts.ts";
import { GroupManagement } from "./management/GroupManagement.tsx";
import { dropDoneDrafts, isKnownOnlyAdmin, putOwnLast, setLevelDraft, splitIntoParts } from "./members/levelDrafts.ts";
import { noNewMembers, setAllNewLevels, setNewLevel, toMemberLevels } from "./members/newMembers.ts";

const workspace = { user: { id: "u1", email: "ada@example.org", name: "Ada", isAdmin: false } } as never;

function render(node: ReactNode, cache: QueryClient): string {
  const html = renderToString(
    <WorkspaceContext value={workspace}>
      <QueryClientProvider client={cache}>
        <MantineProvider>{node}</MantineProvider>
      </QueryClientProvider>
    </WorkspaceContext>,
  );
  return html.replaceAll("<!-- -->", "").replaceAll("&#x27;", "'");
}

function renderManagement(group: Partial<Group> | null): string {
  const cache = new QueryClient();
  cache.setQueryData(groupsQuery.queryKey, group ? [createGroup({ groupTypes: ["Students"], ...group })] : []);
  const page = { members: [], total: 0, nextCursor: null };
  cache.setQueryData(groupMembersQuery("Physics_1", "").queryKey, { pages: [page], pageParams: [null] });
  return render(<GroupManagement groupId="Physics_1" onEnded={() => {}} />, cache);
}

const member: GroupMember = {
  id: "u2",
  kind: "person",
  email: "bob@example.org",
  name: "Bob",
  systemId: null,
  level: "read",
};

const textsOf = (getText: (change: GroupChange) => string) =>
  (["types", "delete", "addMembers", "removeMembers", "changeLevels"] as const).map(getText);

test("[G8.14a] each change that is refused or done has its text", () => {
  expect(textsOf(getRefusalText)).toEqual([
    "You are not authorized to update this group's types.",
    "You are not authorized to delete this group.",
    "You are not authorized to add users to the group.",
    "You are not authorized to delete users from the group.",
    "You are not authorized to update user access to the group.",
  ]);
  expect(textsOf(getSuccessText)).toEqual([
    "Successfully updated group types.",
    "Successfully deleted group.",
    "Successfully added users to the group.",
    "Successfully removed users from group.",
    "Successfully updated users group access.",
  ]);
  expect(getLastAdminText()).toBe(
    "You are currently the only admin in the group, your admin access will be unchanged at this time. Please confirm updated user access changes again.",
  );
});

test("[G5.13] [G5.14] [G5.15] a group needs a name that none of the person's groups has", () => {
  const groups = [createGroup(), createGroup({ id: "B_1", name: "Amplify Assistants", isBuiltIn: true })];
  expect(findNameProblem("  ", groups)).toBe("Group name is required. Please add a group name to create the group.");
  expect(findNameProblem("amplify assistants", groups)).toBe(
    "The group name amplify assistants isn't available. Please choose a different group name.",
  );
  expect(findNameProblem(" physics", groups)).toBe("Group name must be unique to all groups you are a member of.");
  expect(findNameProblem("Chemistry", groups)).toBeNull();
});

test("[G2.15] the dialog has the name, the types and the people of a group with their access", () => {
  const html = render(
    <GroupFields
      form={{ name: "", types: ["Teachers"], members: { ...noNewMembers, people: { entries: ["b@c.de"], text: "" } } }}
      problems={{ name: null, members: null }}
      onChange={() => {}}
      groups={[]}
      ownEmail="ada@example.org"
      nameRef={{ current: null }}
      membersRef={{ current: null }}
    />,
    new QueryClient(),
  );
  for (const label of ["Group Name", "Group Types", "Add Members"])
    expect(html).toMatch(new RegExp(`<label[^>]*>${label}`));
  expect(html).toContain(">Teachers<");
  expect(html).toMatch(/role="combobox"[^>]* aria-label="Access for b@c\.de"[^>]*>Can chat</);
});

test("[G4.03] whoever is added can read unless another level is chosen", () => {
  const members = { ...noNewMembers, people: { entries: ["a@b.c", "#Lab"], text: "" } };
  expect(toMemberLevels(members)).toEqual({ "a@b.c": "read", "#Lab": "read" });
  expect(toMemberLevels(setNewLevel(members, "#Lab", "admin"))).toEqual({ "a@b.c": "read", "#Lab": "admin" });
  expect(toMemberLevels(setAllNewLevels(members, "write"))).toEqual({ "a@b.c": "write", "#Lab": "write" });
});

test("[G4.03] a chosen level is a change until it is so, and the person's own change is sent last", () => {
  const drafts = setLevelDraft(new Map(), member, "admin");
  expect([...drafts]).toEqual([["u2", "admin"]]);
  expect(setLevelDraft(drafts, member, "read").size).toBe(0);
  expect(dropDoneDrafts(drafts, [member])).toBe(drafts);
  expect(dropDoneDrafts(drafts, [{ ...member, level: "admin" }]).size).toBe(0);
  expect(putOwnLast(["me", "a", "b"], (name) => name === "me")).toEqual(["a", "b", "me"]);
  expect(splitIntoParts([1, 2, 3], 2)).toEqual([[1, 2], [3]]);
});

test("the only administrator is known only if the group's list is complete", () => {
  expect(isKnownOnlyAdmin(createGroup(), "Ada@example.org")).toBe(true);
  expect(isKnownOnlyAdmin(createGroup({ numOfMembers: 3 }), "ada@example.org")).toBe(false);
  const members = { "ada@example.org": "admin", "bob@example.org": "admin" } as const;
  expect(isKnownOnlyAdmin(createGroup({ members }), "ada@example.org")).toBe(false);
});

test("[G2.23] administrators see everything, writers the types and members, and readers only how to leave", () => {
  const buttons = ["Update group types", "Add members", "Delete group"];
  // These appear once members are selected or changed.
  const bulkButtons = ["Remove members", "Update access"];
  const listButtons = (html: string) => [...buttons, ...bulkButtons].filter((name) => html.includes(`>${name}<`));
  const refused = (html: string) => html.match(/<button[^>]* aria-disabled="true"/g)?.length ?? 0;
  const [admin, writer, reader] = [{ level: "admin" }, { level: "write" }, { level: "read" }].map((group) =>
    renderManagement(group as Partial<Group>),
  );
  expect(listButtons(admin ?? "")).toEqual(buttons);
  // The only administrator cannot leave.
  expect(refused(admin ?? "")).toBe(1);
  // Below the buttons, not between them.
  expect(admin).toMatch(/>Delete group<.*>To leave, make someone else an administrator first\.</);
  const members = { "ada@example.org": "admin", "bob@example.org": "admin" } as const;
  expect(refused(renderManagement({ members }))).toBe(0);
  expect(admin).toContain("Nobody has been added to this group yet.");
  expect(admin).toContain(">Public<");
  // The types, which most groups do not need, come after the members.
  expect(admin).toMatch(/Search members.*role="table" aria-label="Members".*<h3[^>]*>Group Types</);
  expect(listButtons(writer ?? "")).toEqual([]);
  expect(writer).toContain(">Students<");
  expect(writer).toContain("Search members");
  expect(writer).not.toContain(">Public<");
  expect(listButtons(reader ?? "")).toEqual([]);
  expect(reader).toContain(">Leave group<");
});

test("people whom nobody has added read why they cannot leave, instead of the button", () => {
  const publicText = "This group is public, so everyone is a member and nobody can be removed.";
  const reader = { level: "read", canLeave: false } as const;
  const everybody = renderManagement({ ...reader, isPublic: true });
  expect(everybody).toContain(`>${publicText}<`);
  expect(everybody).not.toContain(">Leave group<");
  expect(renderManagement(reader)).toContain(
    ">You are in this group through a directory group, so you can’t leave it here.<",
  );
  const site = renderManagement({ level: "admin", canLeave: false, isPublic: true, isBuiltIn: true });
  expect(site).toContain(">You are a member of this group because you are an administrator of this site.<");
  expect(site).not.toContain("To leave, make someone else an administrator first.");
  expect(renderManagement({ isPublic: true, level: "read" })).toContain(">Leave group<");
});

test("a group that loads, fails or is gone is drawn as such", async () => {
  expect(render(<GroupManagement groupId="Physics_1" onEnded={() => {}} />, new QueryClient())).toContain(
    "Loading group",
  );
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } });
  await cache.prefetchQuery({ queryKey: groupsQuery.queryKey, queryFn: () => Promise.reject(new Error("busy")) });
  const failed = render(<GroupManagement groupId="Physics_1" onEnded={() => {}} />, cache);
  for (const text of ["Couldn’t load the group.", "busy", "Try again"]) expect(failed).toContain(`>${text}<`);
  expect(renderManagement(null)).toContain("This group doesn’t exist, or you’re not a member.");
});
