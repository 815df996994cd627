import type { FastifyInstance } from "fastify";

export interface VisitedPage {
  /** The URL at the end of the redirects. */
  url: URL;
  status: number;
  body: string;
  headers: Headers;
}

/**
 * A minimal browser for sign-in tests: it stores cookies by origin and path, and follows redirects. It runs no
 * scripts.
 */
export interface TestBrowser {
  /** `until`: stops before requesting this URL, and returns it with status 0. */
  visit(
    address: string,
    options?: { form?: Record<string, string>; until?: (url: URL) => boolean },
  ): Promise<VisitedPage>;
  /** A call that our own script makes. */
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

/** Requests to `origin` go directly to `app`, all others over the network. */
export function createTestBrowser(app: FastifyInstance, origin: string): TestBrowser {
  const jar = new Map<string, Cookie>();
  const put = (cookie: Cookie) => jar.set(`${cookie.origin} ${cookie.path} ${cookie.name}`, cookie);
  const own = () => [...jar.values()].filter((cookie) => cookie.origin === origin);

  async function ask(
    method: "GET" | "POST",
    url: URL,
    headers: Record<string, string>,
    form: Record<string, string> | undefined,
  ): Promise<VisitedPage> {
    const sent = [...jar.values()].filter(
      (cookie) => cookie.origin === url.origin && `${url.pathname}/`.startsWith(cookie.path.replace(/\/?$/, "/")),
    );
    const all = {
      accept: "text/html",
      ...headers,
      ...(sent.length > 0 ? { cookie: sent.map(({ name, value }) => `${name}=${value}`).join("; ") } : {}),
      ...(form ? { "content-type": "application/x-www-form-urlencoded" } : {}),
    };
    const payload = form ? new URLSearchParams(form).toString() : undefined;
    const answer =
      url.origin === origin
        ? await inject(app, method, url, all, payload)
        : await overNetwork(method, url, all, payload);
    for (const line of answer.headers.getSetCookie()) keep(line, url);
    return { url, ...answer };
  }

  function keep(line: string, url: URL): void {
    const [pair = "", ...attributes] = line.split(";").map((part) => part.trim());
    const attribute = (name: string) =>
      attributes.find((text) => text.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1);
    const name = pair.slice(0, pair.indexOf("="));
    const path = attribute("path") ?? "/";
    const isOver = attribute("max-age") === "0" || Date.parse(attribute("expires") ?? "") < Date.now();
    if (isOver) jar.delete(`${url.origin} ${path} ${name}`);
    else put({ name, value: pair.slice(pair.indexOf("=") + 1), path, origin: url.origin });
  }

  return {
    async visit(address, { form, until } = {}) {
      let url = new URL(address, origin);
      let page = await ask(form ? "POST" : "GET", url, {}, form);
      for (let hops = 0; hops < 15; hops += 1) {
        const location = page.headers.get("location");
        if (page.status < 300 || page.status > 399 || location === null) return page;
        url = new URL(location, url);
        if (until?.(url)) return { url, status: 0, body: "", headers: new Headers() };
        page = await ask("GET", url, {}, undefined);
      }
      throw new Error("too many redirects");
    },
    call: (method, path, headers = {}) => ask(method, new URL(path, origin), headers, undefined),
    cookie: (name) => own().find((cookie) => cookie.name === name)?.value,
    cookieNames: () => own().map(({ name }) => name),
    setCookie: (name, value) => put({ name, value, path: "/", origin }),
  };
}

type Answer = Omit<VisitedPage, "url">;

async function inject(
  app: FastifyInstance,
  method: "GET" | "POST",
  url: URL,
  headers: Record<string, string>,
  payload: string | undefined,
): Promise<Answer> {
  const reply = await app.inject({
    method,
    url: url.pathname + url.search,
    headers: { ...headers, host: url.host },
    ...(payload === undefined ? {} : { payload }),
  });
  const given = new Headers();
  for (const [name, value] of Object.entries(reply.headers)) {
    for (const one of Array.isArray(value) ? value : [value]) given.append(name, String(one));
  }
  return { status: reply.statusCode, body: reply.payload, headers: given };
}

async function overNetwork(
  method: string,
  url: URL,
  headers: Record<string, string>,
  payload: string | undefined,
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers,
    redirect: "manual",
    ...(payload === undefined ? {} : { body: payload }),
  });
  return { status: response.status, body: await response.text(), headers: response.headers };
}
