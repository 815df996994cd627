import { sql } from "kysely";
import { defineObjectType } from "../access/service.ts";

const assistantType = defineObjectType("assistant", {
  table: "assistants",
  verbs: { use: "use", read: "read", readVersions: "write", save: "write", delete: "write", share: "admin" },
  event: "assistants",
  existence: sql`assistants.deleted_at is null`,
  publication: sql`assistants.is_published`,
});

declare module "../access/objectTypes.ts" {
  interface ObjectTypes {
    assistant: keyof typeof assistantType.verbs;
  }
}
