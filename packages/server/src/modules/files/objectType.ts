import { defineObjectType } from "../access/service.ts";

const fileType = defineObjectType("file", {
  table: "files",
  verbs: { read: "read", tag: "write", upload: "write", retry: "write", delete: "write", share: "admin" },
});

declare module "../access/objectTypes.ts" {
  interface ObjectTypes {
    file: keyof typeof fileType.verbs;
  }
}
