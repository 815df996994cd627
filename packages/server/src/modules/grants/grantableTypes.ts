/** Where the objects of a type are stored. Their ids are unique over all owners. */
interface GrantableType {
  table: string;
  idColumn: string;
  ownerColumn: string;
}

/** The types of objects that their owners can give rights to. */
export const grantableTypes = {
  file: { table: "files", idColumn: "id", ownerColumn: "owner_id" },
} as const satisfies Record<string, GrantableType>;
export type GrantableTypeName = keyof typeof grantableTypes;
