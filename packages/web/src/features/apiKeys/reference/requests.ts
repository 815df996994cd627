import { getApiDocumentation } from "@lectern/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";
import { parseReference } from "./apiReference.ts";

export const apiReferenceQuery = queryOptions({
  queryKey: ["apiReference"],
  queryFn: async ({ signal }) => {
    const response = await fetch("/openapi.json", { signal });
    if (!response.ok) throw new Error(`The server answered with the status ${response.status}.`);
    return parseReference(await response.json());
  },
  networkMode: "always",
});

export const apiFilesQuery = queryOptions({
  queryKey: ["apiFiles"],
  queryFn: ({ signal }) => call(getApiDocumentation, {}, { signal }),
  // The addresses expire.
  staleTime: 0,
  networkMode: "always",
});

export interface TriedRequest {
  method: string;
  /** An address of this server. */
  url: string;
  /** JSON; null: none. */
  body: string | null;
  secret: string;
}

export interface TriedResponse {
  status: number;
  statusText: string;
  headers: [name: string, value: string][];
  body: string;
}

/** Sends a request as a program would, with the key and without the cookies of the session. */
export async function sendTriedRequest(
  { method, url, body, secret }: TriedRequest,
  signal: AbortSignal,
): Promise<TriedResponse> {
  if (new URL(url, location.href).origin !== location.origin) throw new Error("The address is not of this server.");
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${secret}`,
      ...(body !== null && { "content-type": "application/json" }),
    },
    ...(body !== null && { body }),
    credentials: "omit",
    cache: "no-store",
    signal,
  });
  return {
    status: response.status,
    statusText: response.statusText,
    headers: [...response.headers],
    body: await response.text(),
  };
}
