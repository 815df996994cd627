import type { BrowserContext, Page, Request } from "playwright-core";
import { onTestFinished } from "vitest";
import { type ApiClient, createApiClient } from "../content/createApiClient.ts";
import { type HttpPerson, signInByHttp } from "../content/signInByHttp.ts";
import { PATIENCE_MS } from "../pages/screen.ts";
import { createPersonContext, getSharedBrowser, type PersonOptions } from "./openBrowser.ts";

/** A signed-in person with a browser context and an API client. */
export interface BrowserPerson {
  context: BrowserContext;
  page: Page;
  http: HttpPerson;
  api: ApiClient;
  userId: string;
  email: string;
}

export interface BrowserPages {
  /** Opens a browser context for the running test in which nobody is signed in; its page is blank. */
  openSignedOut(options?: PersonOptions): Promise<{ context: BrowserContext; page: Page }>;
  /** Opens a browser context with a signed-in person. Creates a new person unless `email` is given. */
  openSignedIn(options?: PersonOptions & { email?: string }): Promise<BrowserPerson>;
}

/** Numbers the email addresses, because several test files of a worker share a server. */
let personCount = 0;

/**
 * Opens pages in the worker's Chromium, with one context per person. A test fails if one of its pages throws, violates
 * the content security policy or sends a request to another server. `urlOf` returns the server's origin.
 */
export function openPages(urlOf: () => string): BrowserPages {
  const openSignedOut: BrowserPages["openSignedOut"] = async (options = {}) => {
    const { context, page, problems } = await createPersonContext(await getSharedBrowser(), options);
    context.setDefaultTimeout(PATIENCE_MS);
    const { origin } = new URL(urlOf());
    const foreignRequests = new Set<Request>();
    context.on("request", (request) => {
      const requestedUrl = new URL(request.url());
      if (requestedUrl.protocol.startsWith("http") && requestedUrl.origin !== origin) foreignRequests.add(request);
    });
    context.on("requestfailed", (request) => {
      // Blocked before it was sent. Outside the drawing frame the violation itself is reported.
      if (request.failure()?.errorText === "csp") foreignRequests.delete(request);
    });
    onTestFinished(async () => {
      await context.close();
      for (const request of foreignRequests) problems.push(`a request to ${new URL(request.url()).origin}`);
      if (problems.length > 0) throw new Error(`the page had problems:\n${problems.join("\n")}`);
    });
    return { context, page };
  };
  return {
    openSignedOut,
    async openSignedIn({ email = `person-${++personCount}@example.org`, ...options } = {}) {
      const url = urlOf();
      const http = await signInByHttp(url, email);
      const { context, page } = await openSignedOut(options);
      await context.addCookies(cookiesOf(http, url));
      return { context, page, http, api: createApiClient(url, http.accessToken), userId: userIdOf(http), email };
    },
  };
}

/** The cookies of a person in the browser's format. `url`: the server's origin. */
function cookiesOf({ cookie }: HttpPerson, url: string): { name: string; value: string; url: string }[] {
  return cookie.split("; ").map((pair) => {
    const separator = pair.indexOf("=");
    return { name: pair.slice(0, separator), value: pair.slice(separator + 1), url };
  });
}

function userIdOf({ session }: HttpPerson): string {
  if (!session.user) throw new Error("nobody is signed in");
  return session.user.id;
}
