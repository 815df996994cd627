import { type ChatRequestInput, type ContinueRequest, isArtifactRunning } from "@lectern/contract";
import { CallError } from "../../../lib/callError.ts";
import { type ChatCall, followRun, postChat, type StreamResult } from "./chatStream.ts";
import { type RunResult, reconnect } from "./reconnect.ts";
import type { RunDependencies } from "./runDependencies.ts";
import type { RunStore } from "./runStore.ts";
import { stopRun } from "./stopRun.ts";

/** The maximum time from a request to stop until reading ends. */
const stopDelayMs = 1_000;
/** The same while an artifact is being written: its answer is complete. */
const artifactStopDelayMs = 100;

/** Reads the events of a run from the server and applies them to its answer in the store. */
export class RunConnection {
  readonly #dependencies: () => RunDependencies;
  readonly #store: RunStore;
  readonly #conversationId: string;
  readonly #requestId: string;
  readonly #abortController = new AbortController();
  #lastEventId = 0;
  /** True if the answer in the store is from an earlier stream. The first event of the next stream then replaces it. */
  #isStale = false;
  #isStopping = false;
  /** Ends the work before the post early; null: there is none. */
  #preparation: AbortController | null = null;
  /** True if the run is stopped as soon as the server has it. */
  #isStopDue = false;
  #stopTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(dependencies: () => RunDependencies, store: RunStore, conversationId: string, requestId: string) {
    this.#dependencies = dependencies;
    this.#store = store;
    this.#conversationId = conversationId;
    this.#requestId = requestId;
  }

  get isStale(): boolean {
    return this.#isStale;
  }

  /** Does work before the post. A stop meanwhile ends the work early, and the run as soon as the server has it. */
  async prepare<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    this.#preparation = controller;
    try {
      return await work(controller.signal);
    } finally {
      this.#preparation = null;
    }
  }

  /** Posts the chat and reads until the stream ends or breaks. */
  async post(body: ChatRequestInput | ContinueRequest, onOpen: () => void): Promise<RunResult> {
    this.#isStale = true; // A run that continues an answer sends all of it again.
    const handleOpen = () => {
      this.#setPhase("streaming");
      onOpen();
      if (this.#isStopDue) this.#stopNow();
    };
    return this.#call((call) => postChat({ ...call, body, onOpen: handleOpen }));
  }

  /**
   * Continues to read a run that was posted here or elsewhere: after the last event received, or from its start if no
   * event has been received.
   */
  async follow(onFound: () => void = () => {}): Promise<RunResult> {
    const afterEventId = this.#lastEventId;
    if (afterEventId === 0) this.#isStale = true;
    const onOpen = () => {
      this.#setPhase("streaming");
      onFound();
    };
    const result = await this.#call((call) => followRun({ ...call, requestId: this.#requestId, afterEventId, onOpen }));
    if (result.kind !== "ended" && result.kind !== "detached") this.#setPhase("reconnecting");
    return result;
  }

  /** Continues to read an interrupted run until it has ended or reconnecting gives up. */
  async readToEnd(firstResult: RunResult): Promise<RunResult> {
    let result = firstResult;
    while (result.kind !== "ended") {
      if (result.kind === "detached") {
        result = await this.follow();
        continue;
      }
      this.#setPhase("reconnecting");
      result = await reconnect(result, () => this.follow(), this.#abortController.signal);
      if (result.kind !== "detached") break;
    }
    return result;
  }

  /**
   * Asks the server to stop. The server usually sends the end immediately; otherwise reading ends after `stopDelayMs`, or
   * `artifactStopDelayMs`.
   */
  stop(): void {
    if (this.#isStopping) return;
    this.#setPhase("stopping");
    this.#isStopping = true;
    this.#isStopDue = this.#preparation !== null;
    if (this.#preparation) this.#preparation.abort();
    else this.#stopNow();
  }

  #stopNow(): void {
    this.#isStopDue = false;
    const { artifactStatus } = this.#store.getAnswer(this.#conversationId);
    const delayMs = isArtifactRunning(artifactStatus) ? artifactStopDelayMs : stopDelayMs;
    this.#stopTimer = setTimeout(() => this.#abortController.abort(), delayMs);
    // If the request fails, the answer still ends here.
    stopRun(this.#dependencies(), this.#requestId).catch(() => {});
  }

  close(): void {
    clearTimeout(this.#stopTimer);
  }

  async #call(send: (call: ChatCall) => Promise<StreamResult>): Promise<RunResult> {
    const ticket = await this.#dependencies().streamGate.enter(this.#conversationId, this.#abortController.signal);
    if (!ticket) return { kind: "aborted", lastEventId: this.#lastEventId };
    try {
      return await this.#callNow(send, ticket.signal);
    } finally {
      ticket.release();
    }
  }

  async #callNow(send: (call: ChatCall) => Promise<StreamResult>, detachSignal: AbortSignal): Promise<RunResult> {
    const { endpoint, onUnauthenticated } = this.#dependencies();
    const { signal } = this.#abortController;
    const token = await this.#getToken();
    if (typeof token !== "string") return token;
    if (signal.aborted) return { kind: "aborted", lastEventId: this.#lastEventId };
    const onEvent = (event: unknown, eventId: number) => this.#applyEvent(event, eventId);
    let result = await send({ endpoint, token, signal, detachSignal, onEvent });
    if (isUnauthenticated(result)) {
      // The token has expired although this browser's clock says otherwise. The server has not started anything, so the
      // request can be repeated.
      const renewedToken = await this.#getToken(token);
      if (typeof renewedToken === "string" && renewedToken !== token && !signal.aborted)
        result = await send({ endpoint, token: renewedToken, signal, detachSignal, onEvent });
    }
    if (isUnauthenticated(result)) onUnauthenticated();
    // Once the end event has arrived, a broken stream counts as ended, even if its last line is missing.
    if ((result.kind === "broken" || result.kind === "detached") && this.#store.getAnswer(this.#conversationId).end)
      return { ...result, kind: "ended" };
    return result;
  }

  /** Returns the token, or the result that says why there is none. */
  async #getToken(rejectedToken?: string): Promise<string | RunResult> {
    try {
      return await this.#dependencies().getAccessToken(rejectedToken);
    } catch (error) {
      const isSignedOut = error instanceof CallError && error.code === "unauthenticated";
      return isSignedOut ? { kind: "signedOut" } : { kind: "networkError" };
    }
  }

  #applyEvent(event: unknown, eventId: number): void {
    if (this.#isStale) this.#store.restart(this.#conversationId);
    this.#isStale = false;
    if (eventId > 0) this.#lastEventId = eventId;
    this.#store.applyEvent(this.#conversationId, event);
  }

  #setPhase(phase: "streaming" | "reconnecting" | "stopping"): void {
    if (!this.#isStopping) this.#store.setPhase(this.#conversationId, phase);
  }
}

function isUnauthenticated(result: StreamResult): boolean {
  return result.kind === "httpError" && result.status === 401;
}
