import { type ComponentType, type LazyExoticComponent, useSyncExternalStore } from "react";
import { navigate, readFragment, subscribeToFragment } from "../../lib/fragment.ts";

/**
 * The value of `page` in the URL for each page; null: the URL names no page. The specification calls the files page
 * `home`. `app/contributions/pages.ts` lists what each page shows.
 */
const pageUrlValues = {
  chat: null,
  files: "home",
  artifacts: "artifacts",
  apiReference: "api",
} as const satisfies Record<string, string | null>;

/** The pages that need nothing but their name. */
type NamedPageId = keyof typeof pageUrlValues;

/** `shared`: the chat that a link of somebody opens. */
export type PageId = NamedPageId | "shared";

export interface PageContribution {
  /** Shown while the code loads. */
  loadingLabel: string;
  Component: LazyExoticComponent<ComponentType>;
}

/** One entry for each page except the conversation. The list does not compile while an entry is missing. */
export type PageContributions = Readonly<Record<Exclude<PageId, "chat">, PageContribution>>;

interface RouteArtifact {
  artifactId: string;
  version: number | null;
}

/**
 * The parsed fragment of the URL: `#c={conversationId}&m={messageId}&page={address}&artifact={artifactId}&v={version}`,
 * where every part is optional, `m` and `artifact` require `c` and `v` requires `artifact`, or `#shared={id}`.
 */
export interface Route {
  page: PageId;
  /** Null: a new conversation. */
  conversationId: string | null;
  /** The message to scroll to in the conversation; null: none. */
  messageId: string | null;
  /** The artifact of the conversation that the panel shows; null: none. `version`: null for the latest. */
  artifact: RouteArtifact | null;
  /** The snapshot that the page `shared` shows; null on the other pages. */
  sharedId: string | null;
  /** Counts navigations, including those to the current route. */
  visit: number;
}

/** Returns the current route, which follows the back and forward buttons and edits of the URL. */
export function useRoute(): Route {
  return useSyncExternalStore(subscribeToFragment, readRoute);
}

/** Returns the current route, for code outside components. */
export function readRoute(): Route {
  const state = readFragment();
  if (currentRoute.state !== state)
    currentRoute = { state, route: { ...parseRoute(state.fragment), visit: state.visit } };
  return currentRoute.route;
}

interface OpenOptions {
  /** True if the route replaces the current entry of the browser's history. */
  replace?: boolean;
  /** The message to scroll to. */
  messageId?: string | null;
}

/** Opens a conversation; null opens a new one. */
export function openConversation(id: string | null, { replace = false, messageId = null }: OpenOptions = {}): void {
  const messageParameter = messageId === null ? "" : `&m=${encodeURIComponent(messageId)}`;
  navigate(id === null ? "" : `#c=${encodeURIComponent(id)}${messageParameter}`, { replace });
}

/** Opens a page. The conversation stays open under it. */
export function openPage(page: NamedPageId): void {
  const { conversationId } = readRoute();
  const conversationParameter = conversationId === null ? "" : `c=${encodeURIComponent(conversationId)}`;
  const urlValue = pageUrlValues[page];
  const parts = [conversationParameter, urlValue === null ? "" : `page=${urlValue}`].filter((part) => part !== "");
  navigate(parts.length === 0 ? "" : `#${parts.join("&")}`);
}

/**
 * Writes the artifact that the panel shows beside a conversation into the URL, if the URL names the conversation. This is
 * no navigation: a reload shows it again.
 */
export function setRouteArtifact(conversationId: string, artifact: RouteArtifact | null): void {
  const parameters = new URLSearchParams(location.hash.replace(/^#/, "").replaceAll("+", "%2B"));
  if (parameters.get("c") !== conversationId) return;
  const before = parameters.toString();
  parameters.delete("artifact");
  parameters.delete("v");
  if (artifact) parameters.set("artifact", artifact.artifactId);
  if (artifact?.version) parameters.set("v", String(artifact.version));
  if (parameters.toString() === before) return;
  history.replaceState(
    history.state,
    "",
    `${location.pathname}${location.search}#${parameters.toString().replaceAll("+", "%20")}`,
  );
}

/** Returns the address of a page, without a conversation. */
export const formatPageLink = (page: Exclude<NamedPageId, "chat">): string =>
  `${location.origin}${location.pathname}#page=${pageUrlValues[page]}`;

/** Returns the address of the chat that a link opens. */
export const formatSharedLink = (id: string): string =>
  `${location.origin}${location.pathname}#shared=${encodeURIComponent(id)}`;

/** Parses a fragment with or without its `#`. Ignores unknown parts. */
export function parseRoute(fragment: string): Omit<Route, "visit"> {
  const parameters = new URLSearchParams(fragment.replace(/^#/, "").replaceAll("+", "%2B"));
  const conversationId = parameters.get("c") || null;
  const sharedId = parameters.get("shared") || null;
  return {
    page: sharedId === null ? findPage(parameters.get("page")) : "shared",
    conversationId,
    messageId: (conversationId && parameters.get("m")) || null,
    artifact: conversationId === null ? null : parseArtifact(parameters),
    sharedId,
  };
}

let currentRoute: { state: unknown; route: Route } = {
  state: null,
  route: { page: "chat", conversationId: null, messageId: null, artifact: null, sharedId: null, visit: 0 },
};

function parseArtifact(parameters: URLSearchParams): RouteArtifact | null {
  const artifactId = parameters.get("artifact");
  const version = Number(parameters.get("v"));
  return artifactId ? { artifactId, version: Number.isSafeInteger(version) && version > 0 ? version : null } : null;
}

const pageEntries = Object.entries(pageUrlValues) as [NamedPageId, string | null][]; // the entries of a record with exactly these keys

function findPage(urlValue: string | null): NamedPageId {
  return pageEntries.find(([, known]) => known === urlValue)?.[0] ?? "chat";
}
