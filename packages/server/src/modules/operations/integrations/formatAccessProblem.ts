import type { IntegrationToken } from "../../integrations/service.ts";

export type Problem = Extract<IntegrationToken, { problem: unknown }>["problem"];

/** Tells the model why there is no access to an integration with this name, and what the person can do. Pure. */
export function formatAccessProblem(name: string, problem: Problem): string {
  switch (problem) {
    case "notConnected":
      return `${name} isn’t connected. Ask the person to connect it under Integrations in the menu.`;
    case "needsReconnect":
      return `${name} no longer accepts the connection. Ask the person to connect it again under Integrations in the menu.`;
    case "notEnabled":
      return `${name} isn’t available here. Tell the person that an administrator has to enable it.`;
    case "unavailable":
      return `${name} can’t be used at the moment. Ask the person to try again later.`;
    default:
      return problem satisfies never;
  }
}
