import { t } from "@lingui/core/macro";
import type { PageContributions } from "../../entities/shell/routes.ts";
import { lazy } from "../../lib/preload/lazy.ts";

/** The pages that replace the conversation. `entities/shell/routes.ts` defines their URLs. */
export const pages: PageContributions = {
  files: {
    get loadingLabel() {
      return t`Loading your files`;
    },
    Component: lazy(() =>
      import("../../features/files/page/FilesPage.tsx").then(({ FilesPage }) => ({ default: FilesPage })),
    ),
  },
  artifacts: {
    get loadingLabel() {
      return t`Loading artifacts`;
    },
    Component: lazy(() =>
      import("../../features/artifacts/saved/ArtifactsPage.tsx").then(({ ArtifactsPage }) => ({
        default: ArtifactsPage,
      })),
    ),
  },
  apiReference: {
    get loadingLabel() {
      return t`Loading the API reference`;
    },
    Component: lazy(() =>
      import("../../features/apiKeys/reference/ApiReferencePage.tsx").then(({ ApiReferencePage }) => ({
        default: ApiReferencePage,
      })),
    ),
  },
  shared: {
    get loadingLabel() {
      return t`Loading the shared chat`;
    },
    Component: lazy(() => import("./SharedPage.tsx").then(({ SharedPage }) => ({ default: SharedPage }))),
  },
};
