import { sql } from "kysely";
import { defineObjectType } from "../access/service.ts";

const shareType = defineObjectType("share", {
  table: "shares",
  verbs: { open: "use", share: "admin", withdraw: "admin" },
  event: "shares",
  link: sql`shares.link_title is not null`,
});

declare module "../access/objectTypes.ts" {
  interface ObjectTypes {
    share: keyof typeof shareType.verbs;
  }
}
