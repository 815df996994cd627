import { MantineProvider } from "@mantine/core";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { type Workspace, WorkspaceContext } from "../../entities/shell/workspace.ts";
import { MoreTab } from "./MoreTab.tsx";

function render(supportEmail: string | null): string {
  const workspace: Workspace = {
    user: { id: "u1", email: "ada@uni.example", name: "Ada", isAdmin: false },
    config: {
      productName: "Reading Room",
      chatEndpoint: "/chat",
      policyUrl: null,
      contactEmail: null,
      supportEmail,
      version: "1",
      uploadMaxBytes: 1_000,
      uploadExtensions: null,
      recognizesText: false,
      locksWhileAnswering: false,
      logoUrl: null,
      accentColor: null,
      helpUrl: null,
      conditions: null,
      banner: null,
      starters: [],
      defaultStorage: null,
      promptCostAlert: null,
    },
    conversationId: null,
    blockedReason: null,
    startConversation() {},
  };
  return renderToString(
    <WorkspaceContext value={workspace}>
      <MantineProvider>
        <MoreTab groups={[]} />
      </MantineProvider>
    </WorkspaceContext>,
  );
}

test("[A2.27] 'Send Feedback' opens a mail to the support address, if there is one", () => {
  const link = /<a[^>]*href="mailto:([^"]*)"[^>]*>.*?<\/a>/.exec(render("help@uni.example"));
  expect(link?.[1]).toBe("help@uni.example?subject=Reading%20Room%20feedback");
  expect(link?.[0]).toContain("Send Feedback");
  expect(render(null)).not.toContain("Send Feedback");
});
