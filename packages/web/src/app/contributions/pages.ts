import { lazy } from "react";
import type { PageContributions } from "../../entities/shell/routes.ts";

/** What each page shows in place of the conversation. `entities/shell/routes.ts` has their addresses. */
export const pages: PageContributions = {
  files: {
    loadingLabel: "Loading your files",
    Component: lazy(() =>
      import("../../features/files/page/FilesPage.tsx").then(({ FilesPage }) => ({ default: FilesPage })),
    ),
  },
};
