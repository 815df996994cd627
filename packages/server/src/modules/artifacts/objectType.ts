import { defineObjectType } from "../access/service.ts";

const artifactType = defineObjectType("artifact", {
  table: "saved_artifacts",
  verbs: { read: "read", share: "admin", delete: "admin" },
  event: "shares",
});

declare module "../access/objectTypes.ts" {
  interface ObjectTypes {
    artifact: keyof typeof artifactType.verbs;
  }
}
