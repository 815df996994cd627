import { lazy } from "react";

/** The documents of a user's message. Their code is loaded when the first message has some. */
export const MessageDocuments = lazy(() =>
  import("../features/files/included/IncludedDocuments.tsx").then(({ IncludedDocuments }) => ({
    default: IncludedDocuments,
  })),
);
