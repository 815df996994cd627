import type { FastifyInstance } from "fastify";
import type { Platform } from "../../core/context.ts";

/** Registers the address to which a provider sends a person back. */
export function registerIntegrationRoutes(_app: FastifyInstance, _platform: Platform): void {}
