import { lazy } from "react";
import type { PageContributions } from "../../entities/shell/routes.ts";

/** The pages that replace the conversation. `entities/shell/routes.ts` defines their URLs. */
export const pages: PageContributions = {
  files: {
    loadingLabel: "Loading your files",
    Component: lazy(() =>
      import("../../features/files/page/FilesPage.tsx").then(({ FilesPage }) => ({ default: FilesPage })),
    ),
  },
};
