import { clientHeader, type SessionResponse } from "@lectern/contract";

export interface HttpPerson {
  /** Value of the `cookie` header with the session. */
  cookie: string;
  /** Bearer token for `/chat` and REST; it expires after 10 minutes. */
  accessToken: string;
  session: SessionResponse;
  /** Loads the session again, with a new access token. */
  renew(): Promise<HttpPerson>;
  /** Loads the session from another process of the workspace, at this origin. */
  renewAt(url: string): Promise<HttpPerson>;
}

/** Signs in through the embedded identity provider over HTTP, as a browser would. `url`: the server's origin. */
export async function signInByHttp(url: string, email: string): Promise<HttpPerson> {
  const jar = createJar();
  const form = await followRedirects(jar, new URL("/auth/signin", url), {});
  if (form.response.status !== 200) throw new Error(`the sign-in page answered ${form.response.status} at ${form.at}`);
  const action = /<form[^>]* action="([^"]+)"/.exec(await form.response.text())?.[1];
  if (action === undefined) throw new Error(`there is no form at ${form.at}`);
  const signInRequest = { method: "POST", body: new URLSearchParams({ email }) };
  const home = await followRedirects(jar, new URL(action, form.at), signInRequest);
  await home.response.arrayBuffer();
  if (home.at.pathname !== "/") throw new Error(`the sign-in ended with ${home.response.status} at ${home.at}`);
  return readSession(url, jar.headerFor("/"));
}

async function readSession(url: string, cookie: string): Promise<HttpPerson> {
  const response = await fetch(new URL("/api/session", url), {
    headers: { cookie, [clientHeader.name]: clientHeader.value },
  });
  const session = (await response.json()) as SessionResponse; // the one field that is needed is checked below
  if (!session.accessToken) throw new Error(`nobody is signed in: ${response.status} ${session.error ?? ""}`);
  return {
    cookie,
    accessToken: session.accessToken,
    session,
    renew: () => readSession(url, cookie),
    renewAt: (other) => readSession(other, cookie),
  };
}

const maxRedirects = 10;

async function followRedirects(
  jar: Jar,
  startUrl: URL,
  firstRequest: RequestInit,
): Promise<{ response: Response; at: URL }> {
  let at = startUrl;
  let request = firstRequest;
  for (let count = 0; count < maxRedirects; count++) {
    const response = await fetch(at, {
      ...request,
      redirect: "manual",
      headers: { cookie: jar.headerFor(at.pathname), origin: at.origin },
    });
    jar.store(response.headers.getSetCookie());
    const location = response.headers.get("location");
    if (location === null) return { response, at };
    await response.arrayBuffer();
    at = new URL(location, at);
    request = {};
  }
  throw new Error(`${startUrl} redirects without end`);
}

interface Jar {
  store(setCookies: readonly string[]): void;
  headerFor(path: string): string;
}

/** The cookies of one origin. */
function createJar(): Jar {
  const cookies = new Map<string, { name: string; value: string; path: string }>();
  return {
    store(setCookies) {
      for (const line of setCookies) {
        const [pair = "", ...attributes] = line.split(";").map((part) => part.trim());
        const name = pair.slice(0, pair.indexOf("="));
        const value = pair.slice(name.length + 1);
        const getAttribute = (wanted: string) =>
          attributes.find((text) => text.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1);
        const path = getAttribute("path") ?? "/";
        const hasExpired =
          getAttribute("max-age") === "0" || new Date(getAttribute("expires") ?? "9999-01-01") <= new Date();
        if (hasExpired) cookies.delete(`${name} ${path}`);
        else cookies.set(`${name} ${path}`, { name, value, path });
      }
    },
    headerFor: (path) =>
      [...cookies.values()]
        .filter((cookie) => path.startsWith(cookie.path))
        .map(({ name, value }) => `${name}=${value}`)
        .join("; "),
  };
}
