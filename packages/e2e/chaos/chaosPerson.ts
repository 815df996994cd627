import { setTimeout as delay } from "node:timers/promises";
import { type HttpPerson, signInByHttp } from "../support/content/signInByHttp.ts";
import type { ChaosServers } from "./chaosServers.ts";

/** A signed-in person who sends requests to any running process, and retries if the process dies during the request. */
export interface ChaosPerson {
  /** Sends a request once. Returns null if the connection failed, so the server may have received the request. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response | null>;
  /** Retries until a complete response other than 503 arrives. Only for idempotent requests. */
  ask(method: string, path: string, body?: unknown): Promise<{ status: number; body: Record<string, unknown> }>;
}

const renewAfterMs = 5 * 60_000;

export async function createChaosPerson(servers: ChaosServers, email: string): Promise<ChaosPerson> {
  let person = await signIn(servers, email);
  let renewedAt = performance.now();

  /** Renews the token, which is valid for ten minutes. Any process can do so: sessions are in the database. */
  const getFreshToken = async (): Promise<string> => {
    while (performance.now() - renewedAt > renewAfterMs) {
      const renewedPerson = await tryRenewAt(await servers.anyUrl(), person);
      if (!renewedPerson) continue;
      person = renewedPerson;
      renewedAt = performance.now();
    }
    return person.accessToken;
  };
  const send: ChaosPerson["send"] = async (method, path, body, headers = {}) => {
    const token = await getFreshToken();
    const url = await servers.anyUrl();
    try {
      return await fetch(new URL(path, url), {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    } catch {
      return null; // The server was killed.
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
          // The server died during its response.
        }
      }
    },
  };
}

/** Retries like a person, because the process may die or its database may restart during the sign-in. */
async function signIn(servers: ChaosServers, email: string): Promise<HttpPerson> {
  for (let failures = 0; ; failures++) {
    try {
      return await signInByHttp(await servers.anyUrl(), email);
    } catch (error) {
      if (failures === 20) throw error;
      await delay(300);
    }
  }
}

async function tryRenewAt(url: string, person: HttpPerson): Promise<HttpPerson | null> {
  try {
    return await person.renewAt(url);
  } catch {
    return null; // The process died during the request.
  }
}
