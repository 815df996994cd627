import type { BrowserContext, Page, Request } from "playwright-core";
import { onTestFinished } from "vitest";
import { type ApiClient, createApiClient } from "./createApiClient.ts";
import { createPersonContext, type PersonOptions, sharedBrowser } from "./openBrowser.ts";
import { type HttpPerson, signInByHttp } from "./signInByHttp.ts";

/** A person at a browser of their own, and the same person as a program. */
export interface BrowserPerson {
  context: BrowserContext;
  page: Page;
  http: HttpPerson;
  api: ApiClient;
  userId: string;
  email: string;
}

export interface BrowserPages {
  /** A browser for the running test in which nobody is signed in, on no page yet. */
  openSignedOut(options?: PersonOptions): Promise<{ context: BrowserContext; page: Page }>;
  /** The same with somebody signed in; nobody else of the file unless `email` says so. */
  openSignedIn(options?: PersonOptions & { email?: string }): Promise<BrowserPerson>;
}

/** For the e-mails: a server serves several files of a worker. */
let people = 0;

/**
 * The worker's Chromium, with a context of its own for each person. A test fails when one of its pages throws, breaks the content
 * security policy or sends a request to any other server. `urlOf` gives the server's origin.
 */
export function openPages(urlOf: () => string): BrowserPages {
  const openSignedOut: BrowserPages["openSignedOut"] = async (options = {}) => {
    const { context, page, problems } = await createPersonContext(await sharedBrowser(), options);
    context.setDefaultTimeout(15_000);
    const { origin } = new URL(urlOf());
    const foreign = new Set<Request>();
    context.on("request", (request) => {
      const asked = new URL(request.url());
      if (asked.protocol.startsWith("http") && asked.origin !== origin) foreign.add(request);
    });
    context.on("requestfailed", (request) => {
      // Never sent. Outside of the drawing frame such a refusal is a problem by itself.
      if (request.failure()?.errorText === "csp") foreign.delete(request);
    });
    onTestFinished(async () => {
      await context.close();
      for (const request of foreign) problems.push(`a request to ${new URL(request.url()).origin}`);
      if (problems.length > 0) throw new Error(`the page had problems:\n${problems.join("\n")}`);
    });
    return { context, page };
  };
  return {
    openSignedOut,
    async openSignedIn({ email = `person-${++people}@example.org`, ...options } = {}) {
      const url = urlOf();
      const http = await signInByHttp(url, email);
      const { context, page } = await openSignedOut(options);
      await context.addCookies(cookiesOf(http, url));
      return { context, page, http, api: createApiClient(url, http.accessToken), userId: userIdOf(http), email };
    },
  };
}

/** The cookies of a person as a browser takes them. `url`: the server's origin. */
function cookiesOf({ cookie }: HttpPerson, url: string): { name: string; value: string; url: string }[] {
  return cookie.split("; ").map((pair) => {
    const at = pair.indexOf("=");
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url };
  });
}

function userIdOf({ session }: HttpPerson): string {
  if (!session.user) throw new Error("nobody is signed in");
  return session.user.id;
}
