import type { ReactNode } from "react";
import { expect } from "vitest";
import { type RenderResult, render } from "vitest-browser-react";
import { App } from "../app/App.tsx";
import { Providers } from "../app/startup/Providers.tsx";
import { WorkspaceContext } from "../entities/shell/workspace.ts";
import { navigate } from "../lib/fragment.ts";
import { getConfig, getPerson } from "./stubServer.ts";

/**
 * Renders the whole app for the signed-in person, at a fragment such as `#page=home`. Resolves when its first screen has
 * been loaded; before that, keys are lost.
 */
export async function renderApp(fragment = ""): Promise<RenderResult> {
  const result = await startApp(fragment);
  await expect.poll(() => document.querySelector("main:not([aria-busy])")).not.toBeNull();
  return result;
}

/** As `renderApp`, but does not wait, for screens that are shown in place of the app. */
export function startApp(fragment = ""): Promise<RenderResult> {
  navigate(fragment, { replace: true });
  return render(
    <Providers styleNonce="">
      <App />
    </Providers>,
  );
}

/** Renders a component with the contexts that the workspace gives to each contribution. */
export function renderInWorkspace(
  component: ReactNode,
  { conversationId = null }: { conversationId?: string | null } = {},
): Promise<RenderResult> {
  const workspace = {
    user: getPerson(),
    config: getConfig(),
    conversationId,
    blockedReason: null,
    startConversation: () => {},
  };
  return render(
    <Providers styleNonce="">
      <WorkspaceContext value={workspace}>{component}</WorkspaceContext>
    </Providers>,
  );
}
