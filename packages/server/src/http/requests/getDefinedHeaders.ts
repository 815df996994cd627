import type { FastifyReply } from "fastify";

/** Returns the headers that hooks have set. Fastify does not send them with a hijacked reply. */
export function getDefinedHeaders(reply: FastifyReply): Record<string, string | number | string[]> {
  const headers: Record<string, string | number | string[]> = {};
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) headers[name] = value;
  return headers;
}
