import type { FastifyInstance } from "fastify";
import type { PeriodicTask } from "../platform/runPeriodically.ts";
import type { Gate, PersonEraser, Platform, RunStep } from "./context.ts";
import type { GateName } from "./gate.ts";

/** A line of the summary that the server prints when it has started. An empty label continues the previous line. */
export interface SummaryLine {
  label: string;
  text: string;
}

/**
 * What a domain adds to the server besides its ops. Every part is optional. `main`, `createApp` and the tests iterate
 * over the list in `modules.ts` and do not refer to any domain. The functions are called in the order in which they are
 * declared here.
 */
export interface ServerModule {
  name: string;
  /** Checks of authenticated requests at every entry point; see `passGates`. */
  gates?: Partial<Record<GateName, Gate>>;
  /** What the module does while an answer is generated. */
  runSteps?: readonly RunStep[];
  /** Registers the handlers of background jobs. */
  registerJobs?(platform: Platform): void;
  /** Repairs or creates data, after the migrations and before any job or request runs. One module at a time. */
  prepare?(platform: Platform): Promise<void>;
  /** Fills data that requests need but jobs do not. Runs while the jobs start. */
  seed?(platform: Platform): Promise<void>;
  /** Deletes what the module stores about an erased person. */
  erasePerson?: PersonEraser;
  /** Starts periodic tasks once jobs can be sent. The server stops the tasks when it ends. */
  start?(platform: Platform): Promise<readonly PeriodicTask[]>;
  /** Registers HTTP routes that are not ops. */
  registerRoutes?(app: FastifyInstance, platform: Platform): void | Promise<void>;
  /** Lines for the operator who starts the server. */
  summarize?(platform: Platform): Promise<readonly SummaryLine[]>;
  /** Lets work in progress finish for up to `graceMs` before the server ends. */
  drain?(platform: Platform, graceMs: number): Promise<void>;
}

/** Type-checks a module's definition. The server runs only the modules that `modules.ts` lists. */
export function defineModule(module: ServerModule): ServerModule {
  return module;
}
