import { defineObjectType } from "../access/service.ts";

const shareType = defineObjectType("share", {
  table: "shares",
  verbs: { open: "use", share: "admin", withdraw: "admin" },
  event: "shares",
});

declare module "../access/objectTypes.ts" {
  interface ObjectTypes {
    share: keyof typeof shareType.verbs;
  }
}
