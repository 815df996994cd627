import fc from "fast-check";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { formatSharedLink, openConversation, openPage, parseRoute, readRoute } from "./routes.ts";

/** Fakes the URL and the history of a browser. */
function fakeBrowser() {
  const entries = [""];
  const location = { pathname: "/", search: "", hash: "" };
  const show = () => {
    const address = entries.at(-1) ?? "";
    const hashAt = address.indexOf("#");
    location.hash = hashAt < 0 ? "" : address.slice(hashAt);
  };
  const pushState = (_state: unknown, _title: string, address: string) => {
    entries.push(address);
    show();
  };
  const replaceState = (_state: unknown, _title: string, address: string) => {
    entries[entries.length - 1] = address;
    show();
  };
  return { entries, location, history: { pushState, replaceState } };
}

let browser = fakeBrowser();
beforeEach(() => {
  browser = fakeBrowser();
  vi.stubGlobal("location", browser.location);
  vi.stubGlobal("history", browser.history);
});

describe("the route", () => {
  test("is in the fragment, for every id", () => {
    const id = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_.:/@-]{0,60}$/);
    fc.assert(
      fc.property(id, (conversationId) => {
        openConversation(conversationId);
        expect(readRoute()).toMatchObject({ page: "chat", conversationId });
      }),
    );
  });

  test("[C2.01] [A2.01] never changes the path: only the root address is used", () => {
    openConversation("a/b");
    openPage("files");
    openConversation(null);
    expect(browser.entries.every((address) => address === "" || /^\/(#|$)/.test(address))).toBe(true);
  });

  test("keeps its conversation while the page home covers it", () => {
    openConversation("one");
    openPage("files");
    expect(readRoute()).toMatchObject({ page: "files", conversationId: "one" });
    openPage("chat");
    expect(readRoute()).toMatchObject({ page: "chat", conversationId: "one" });
  });

  test("is one step in the history each, unless it replaces the current one", () => {
    openConversation("one");
    openConversation("two");
    openConversation("two");
    openConversation("three", { replace: true });
    expect(browser.entries).toEqual(["", "/#c=one", "/#c=three"]);
  });

  test("may be a message of a conversation, until something else is opened", () => {
    openConversation("one", { messageId: "a&b=c" });
    expect(readRoute()).toMatchObject({ conversationId: "one", messageId: "a&b=c" });
    openConversation("two");
    expect(readRoute()).toMatchObject({ conversationId: "two", messageId: null });
  });

  test("counts a visit even when the same thing is opened again", () => {
    openConversation("one");
    const { visit } = readRoute();
    openConversation("one");
    expect(readRoute().visit).toBe(visit + 1);
  });
});

test("a shared chat is named by its id, whatever else the address has", () => {
  const shared = { page: "shared", conversationId: null, messageId: null, artifact: null, sharedId: "s1" };
  expect(parseRoute("#shared=s1&page=home")).toEqual(shared);
  expect(parseRoute(formatSharedLink("s1").replace(/^[^#]*/, ""))).toEqual(shared);
  expect(parseRoute("#shared=")).toMatchObject({ page: "chat", sharedId: null });
});

test("[C2.02] the page 'home' is the files, 'chat' and any other is the chat; an empty id is none", () => {
  expect(parseRoute("#page=chat&c=c1")).toEqual({
    page: "chat",
    conversationId: "c1",
    messageId: null,
    artifact: null,
    sharedId: null,
  });
  expect(parseRoute("#page=elsewhere&c=")).toEqual({
    page: "chat",
    conversationId: null,
    messageId: null,
    artifact: null,
    sharedId: null,
  });
  expect(parseRoute("")).toEqual({
    page: "chat",
    conversationId: null,
    messageId: null,
    artifact: null,
    sharedId: null,
  });
  expect(parseRoute("#page=home")).toEqual({
    page: "files",
    conversationId: null,
    messageId: null,
    artifact: null,
    sharedId: null,
  });
  expect(parseRoute("#m=of-no-conversation")).toEqual({
    page: "chat",
    conversationId: null,
    messageId: null,
    artifact: null,
    sharedId: null,
  });
});
