import type { FastifyInstance } from "fastify";

export interface VisitedPage {
  /** The URL at the end of the redirects. */
  url: URL;
  status: number;
  body: string;
  headers: Headers;
}

/**
 * A minimal browser for sign-in tests: it stores cookies by origin and path, and follows redirects. It runs no scripts.
 */
export interface TestBrowser {
  /** Visits a URL and follows redirects. Stops before requesting a URL that matches `until`; the status is then 0. */
  visit(
    address: string,
    options?: { form?: Record<string, string>; until?: (url: URL) => boolean },
  ): Promise<VisitedPage>;
  /** Sends a request as a script of the page would, with the cookies and these headers. Follows no redirects. */
  call(method: "GET" | "POST", path: string, headers?: Record<string, string>): Promise<VisitedPage>;
  cookie(name: string): string | undefined;
  cookieNames(): string[];
  setCookie(name: string, value: string): void;
}

interface Cookie {
  name: string;
  value: string;
  path: string;
  origin: string;
}

/** Creates a browser that passes requests to `origin` directly to `app`, and sends all others over the network. */
export function createTestBrowser(app: FastifyInstance, origin: string): TestBrowser {
  const jar = new Map<string, Cookie>();
  const storeCookie = (cookie: Cookie) => jar.set(`${cookie.origin} ${cookie.path} ${cookie.name}`, cookie);
  const getOwnCookies = () => [...jar.values()].filter((cookie) => cookie.origin === origin);

  async function sendRequest(
    method: "GET" | "POST",
    url: URL,
    headers: Record<string, string>,
    form: Record<string, string> | undefined,
  ): Promise<VisitedPage> {
    const matchingCookies = [...jar.values()].filter(
      (cookie) => cookie.origin === url.origin && `${url.pathname}/`.startsWith(cookie.path.replace(/\/?$/, "/")),
    );
    const requestHeaders = {
      accept: "text/html",
      ...headers,
      ...(matchingCookies.length > 0
        ? { cookie: matchingCookies.map(({ name, value }) => `${name}=${value}`).join("; ") }
        : {}),
      ...(form ? { "content-type": "application/x-www-form-urlencoded" } : {}),
    };
    const payload = form ? new URLSearchParams(form).toString() : undefined;
    const response =
      url.origin === origin
        ? await injectIntoApp(app, method, url, requestHeaders, payload)
        : await sendOverNetwork(method, url, requestHeaders, payload);
    for (const setCookie of response.headers.getSetCookie()) applySetCookie(setCookie, url);
    return { url, ...response };
  }

  function applySetCookie(setCookie: string, url: URL): void {
    const [nameValuePair = "", ...attributes] = setCookie.split(";").map((part) => part.trim());
    const getAttribute = (name: string) =>
      attributes.find((text) => text.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1);
    const name = nameValuePair.slice(0, nameValuePair.indexOf("="));
    const path = getAttribute("path") ?? "/";
    const isExpired = getAttribute("max-age") === "0" || Date.parse(getAttribute("expires") ?? "") < Date.now();
    if (isExpired) jar.delete(`${url.origin} ${path} ${name}`);
    else storeCookie({ name, value: nameValuePair.slice(nameValuePair.indexOf("=") + 1), path, origin: url.origin });
  }

  return {
    async visit(address, { form, until } = {}) {
      let url = new URL(address, origin);
      let page = await sendRequest(form ? "POST" : "GET", url, {}, form);
      for (let redirectCount = 0; redirectCount < 15; redirectCount += 1) {
        const location = page.headers.get("location");
        if (page.status < 300 || page.status > 399 || location === null) return page;
        url = new URL(location, url);
        if (until?.(url)) return { url, status: 0, body: "", headers: new Headers() };
        page = await sendRequest("GET", url, {}, undefined);
      }
      throw new Error("too many redirects");
    },
    call: (method, path, headers = {}) => sendRequest(method, new URL(path, origin), headers, undefined),
    cookie: (name) => getOwnCookies().find((cookie) => cookie.name === name)?.value,
    cookieNames: () => getOwnCookies().map(({ name }) => name),
    setCookie: (name, value) => storeCookie({ name, value, path: "/", origin }),
  };
}

type PageResponse = Omit<VisitedPage, "url">;

async function injectIntoApp(
  app: FastifyInstance,
  method: "GET" | "POST",
  url: URL,
  headers: Record<string, string>,
  payload: string | undefined,
): Promise<PageResponse> {
  const reply = await app.inject({
    method,
    url: url.pathname + url.search,
    headers: { ...headers, host: url.host },
    ...(payload === undefined ? {} : { payload }),
  });
  const headerList = new Headers();
  for (const [name, value] of Object.entries(reply.headers)) {
    for (const headerValue of Array.isArray(value) ? value : [value]) headerList.append(name, String(headerValue));
  }
  return { status: reply.statusCode, body: reply.payload, headers: headerList };
}

async function sendOverNetwork(
  method: string,
  url: URL,
  headers: Record<string, string>,
  payload: string | undefined,
): Promise<PageResponse> {
  const response = await fetch(url, {
    method,
    headers,
    redirect: "manual",
    ...(payload === undefined ? {} : { body: payload }),
  });
  return { status: response.status, body: await response.text(), headers: response.headers };
}
