import type { GroupLevel } from "@lectern/contract";
import { t } from "@lingui/core/macro";

export const groupLevels: readonly GroupLevel[] = ["read", "write", "admin"];

export function getLevelName(level: GroupLevel): string {
  switch (level) {
    case "read":
      return t({ message: "Can chat", comment: "The lowest level of access to a group" });
    case "write":
      return t({ message: "Can edit", comment: "The middle level of access to a group" });
    case "admin":
      return t({ message: "Admin", comment: "The highest level of access to a group" });
  }
}

export function getLevelDescription(level: GroupLevel): string {
  switch (level) {
    case "read":
      return t`Can chat: with the published assistants.`;
    case "write":
      return t`Can edit: also create and change assistants.`;
    case "admin":
      return t`Admin: also manage the members and the group.`;
  }
}

export const getLastAdminText = (): string =>
  t`You are currently the only admin in the group, your admin access will be unchanged at this time. Please confirm updated user access changes again.`;

export type GroupChange = "types" | "delete" | "addMembers" | "removeMembers" | "changeLevels" | "availability";

/** What is shown to members who may not make a change. */
export function getRefusalText(change: GroupChange): string {
  switch (change) {
    case "types":
      return t`You are not authorized to update this group's types.`;
    case "delete":
      return t`You are not authorized to delete this group.`;
    case "addMembers":
      return t`You are not authorized to add users to the group.`;
    case "removeMembers":
      return t`You are not authorized to delete users from the group.`;
    case "changeLevels":
      return t`You are not authorized to update user access to the group.`;
    case "availability":
      return t`You are not authorized to change who can use this group.`;
  }
}

export function getSuccessText(change: GroupChange): string {
  switch (change) {
    case "types":
      return t`Successfully updated group types.`;
    case "delete":
      return t`Successfully deleted group.`;
    case "addMembers":
      return t`Successfully added users to the group.`;
    case "removeMembers":
      return t`Successfully removed users from group.`;
    case "changeLevels":
      return t`Successfully updated users group access.`;
    case "availability":
      return t`Successfully updated who can use the group.`;
  }
}

export function getFailureText(change: GroupChange): string {
  switch (change) {
    case "types":
      return t`Unable to update group types at this time. Please try again later.`;
    case "delete":
      return t`Unable to delete this group at this time. Please try again later.`;
    case "addMembers":
      return t`Unable to add users to the group at this time...`;
    case "removeMembers":
      return t`Unable to remove users from the group at this time...`;
    case "changeLevels":
      return t`Unable to update users group access at this time...`;
    case "availability":
      return t`Unable to update who can use the group at this time. Please try again later.`;
  }
}
