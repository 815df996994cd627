import { expect, test } from "vitest";
import { AppError } from "../../core/appError.ts";
import { authorizeGroup, type GroupRights, type GroupVerb } from "./groupPolicy.ts";

const callers = {
  stranger: { isAdmin: false, level: null },
  reader: { isAdmin: false, level: "read" },
  writer: { isAdmin: false, level: "write" },
  administrator: { isAdmin: false, level: "admin" },
  siteAdmin: { isAdmin: true, level: null },
} as const satisfies Record<string, GroupRights & { isAdmin: boolean }>;
type CallerName = keyof typeof callers;

const forReaders = { stranger: "notFound", reader: "allowed", writer: "allowed", administrator: "allowed" } as const;
const forWriters = { ...forReaders, reader: "forbidden", siteAdmin: "forbidden" } as const;
const forAdministrators = { ...forWriters, writer: "forbidden" } as const;

/** Does not compile unless every verb has an entry. */
const outcomes: Record<GroupVerb, Record<CallerName, "allowed" | "forbidden" | "notFound">> = {
  view: { ...forReaders, siteAdmin: "allowed" },
  listAllMembers: forWriters,
  expandMembers: forWriters,
  shareWith: forWriters,
  shareWithEverybody: forAdministrators,
  changeTypes: forAdministrators,
  changeAvailability: { ...forAdministrators, siteAdmin: "allowed" },
  addMembers: forAdministrators,
  removeMembers: forAdministrators,
  changeLevels: forAdministrators,
  uploadFiles: forWriters,
  listFiles: forWriters,
  manageAssistants: forWriters,
  seeAnalysis: forWriters,
  changeAnalysis: { ...forAdministrators, administrator: "forbidden", siteAdmin: "allowed" },
  changeLimit: { ...forAdministrators, administrator: "forbidden", siteAdmin: "allowed" },
  changeKeyLimit: { ...forAdministrators, administrator: "forbidden", siteAdmin: "allowed" },
  leave: { ...forReaders, siteAdmin: "forbidden" },
  takeOver: { ...forAdministrators, administrator: "forbidden", siteAdmin: "allowed" },
  replaceKey: { ...forAdministrators, siteAdmin: "allowed" },
  delete: forAdministrators,
};

function decide(verb: GroupVerb, { isAdmin, ...rights }: GroupRights & { isAdmin: boolean }): string {
  try {
    authorizeGroup({ isAdmin }, verb, rights);
    return "allowed";
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.code;
  }
}

// The keys are those of the table.
test.each(Object.keys(outcomes) as GroupVerb[])("%s is open to the callers in the table only", (verb) => {
  const decisions = Object.entries(callers).map(([name, caller]) => [name, decide(verb, caller)]);
  expect(Object.fromEntries(decisions)).toEqual(outcomes[verb]);
});
