import type { Group } from "@lectern/contract";

/** A group for tests, of which the person is an administrator. */
export const createGroup = (group: Partial<Group> = {}): Group => ({
  id: "Physics_1",
  name: "Physics",
  level: "admin",
  canLeave: true,
  groupTypes: [],
  isPublic: false,
  isBuiltIn: false,
  supportConvAnalysis: false,
  amplifyGroups: [],
  rateLimit: { period: "Unlimited", rate: null },
  numOfMembers: 2,
  members: { "ada@example.org": "admin", "bob@example.org": "read" },
  assistants: [],
  ...group,
});
