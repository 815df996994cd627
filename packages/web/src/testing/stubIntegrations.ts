import {
  disconnectIntegration,
  getFeatureFlags,
  type IntegrationId,
  listUserIntegrations,
  startIntegrationAuth,
  type UserIntegration,
} from "@lectern/contract";
import { vi } from "vitest";
import { createFlags } from "./defaultAnswers.ts";
import { stubOp } from "./stubServer.ts";

export const createIntegration = (id: IntegrationId, fields: Partial<UserIntegration> = {}): UserIntegration => ({
  ...{ id, name: id, description: `About ${id}.`, isConnected: false, needsReconnect: false },
  ...{ account: null, connectedAt: null },
  ...fields,
});

/** Answers as a server that offers these integrations. Returns what is stored; `connect` stores a connection. */
export function stubIntegrations(...available: UserIntegration[]) {
  const state = {
    available,
    connect: (id: IntegrationId) =>
      change(id, { isConnected: true, needsReconnect: false, account: "ann@mail.example" }),
  };
  const change = (id: IntegrationId, fields: Partial<UserIntegration>) => {
    state.available = state.available.map((each) => (each.id === id ? { ...each, ...fields } : each));
  };
  stubOp(getFeatureFlags, createFlags({ integrations: true }));
  stubOp(listUserIntegrations, () => ({
    connected: state.available.flatMap(({ id, isConnected }) => (isConnected ? [id] : [])),
    available: state.available,
  }));
  stubOp(startIntegrationAuth, ({ integration }) => ({ Location: `https://accounts.example/auth?for=${integration}` }));
  stubOp(disconnectIntegration, ({ integration }) => {
    change(integration, { isConnected: false, needsReconnect: false, account: null });
    return {};
  });
  return state;
}

/** Gives the page popups that load nothing. */
export function stubPopup() {
  const popup = {
    closed: false,
    opener: window as unknown,
    location: { replace: vi.fn<(address: string) => void>() },
    close() {
      popup.closed = true;
    },
  };
  const open = vi.spyOn(window, "open").mockReturnValue(popup as unknown as Window); // what is used of a window
  return { popup, open };
}
