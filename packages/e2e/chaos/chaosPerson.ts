import { type HttpPerson, signInByHttp } from "../support/signInByHttp.ts";
import type { ChaosServers } from "./chaosServers.ts";

/** Somebody signed in who sends requests to whichever process is up, and tries again when it died under the request. */
export interface ChaosPerson {
  /** One try. Null: the connection failed, so it is not known whether the request arrived. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response | null>;
  /** Tries until there is a reply that is read to its end. Only for what may be asked twice. */
  ask(method: string, path: string, body?: unknown): Promise<{ status: number; body: Record<string, unknown> }>;
}

const renewAfterMs = 5 * 60_000;

export async function createChaosPerson(servers: ChaosServers, email: string): Promise<ChaosPerson> {
  let person = await signInByHttp(await servers.anyUrl(), email);
  let renewedAt = performance.now();

  /** A token lasts ten minutes. The session is on no process, so any of them gives a new one. */
  const freshToken = async (): Promise<string> => {
    while (performance.now() - renewedAt > renewAfterMs) {
      const renewed = await renewAt(await servers.anyUrl(), person);
      if (!renewed) continue;
      person = renewed;
      renewedAt = performance.now();
    }
    return person.accessToken;
  };
  const send: ChaosPerson["send"] = async (method, path, body, headers = {}) => {
    const token = await freshToken();
    const url = await servers.anyUrl();
    try {
      return await fetch(new URL(path, url), {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    } catch {
      return null; // its server was killed
    }
  };
  return {
    send,
    async ask(method, path, body) {
      for (;;) {
        const response = await send(method, path, body);
        if (!response || response.status === 503) continue;
        try {
          return { status: response.status, body: JSON.parse(await response.text()) };
        } catch {
          // The server died within its reply.
        }
      }
    },
  };
}

async function renewAt(url: string, person: HttpPerson): Promise<HttpPerson | null> {
  try {
    return await person.renewAt(url);
  } catch {
    return null; // the process died meanwhile
  }
}
