import type { ChatRequestInput } from "@lectern/contract";
import { CallError } from "../../../lib/callError.ts";
import { type ChatCall, followRun, killRun, postChat, type StreamResult } from "./chatStream.ts";
import { type RunResult, reconnect } from "./reconnect.ts";
import type { RunDependencies } from "./runDependencies.ts";
import type { RunStore } from "./runStore.ts";

/** [C4.13, C9.11a] Between the request to stop and the moment when the conversation streams no more in any case. */
const stopDelayMs = 1_000;

/** The way between a run on the server and its answer in the store. */
export class RunConnection {
  readonly #dependencies: () => RunDependencies;
  readonly #store: RunStore;
  readonly #conversationId: string;
  readonly #requestId: string;
  readonly #abort = new AbortController();
  #lastEventId = 0;
  /** What the store holds is not from the stream that is read next: its first event starts anew. */
  #isStale = false;
  #isStopping = false;
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

  /** Posts the chat and reads until the stream ends or breaks. */
  async post(body: ChatRequestInput, onOpen: () => void): Promise<RunResult> {
    const opened = () => {
      this.#setPhase("streaming");
      onOpen();
    };
    return this.#call((call) => postChat({ ...call, body, onOpen: opened }));
  }

  /** Reads on in a run that was posted, here or elsewhere, after the last event that came; from its start where none came. */
  async follow(onFound: () => void = () => {}): Promise<RunResult> {
    const afterEventId = this.#lastEventId;
    if (afterEventId === 0) this.#isStale = true;
    const onOpen = () => {
      this.#setPhase("streaming");
      onFound();
    };
    const result = await this.#call((call) => followRun({ ...call, requestId: this.#requestId, afterEventId, onOpen }));
    if (result.kind !== "ended") this.#setPhase("reconnecting");
    return result;
  }

  /** Goes on after a reading that broke off, as long as there is hope. */
  async toEnd(result: RunResult): Promise<RunResult> {
    if (result.kind === "ended") return result;
    this.#setPhase("reconnecting");
    return reconnect(result, () => this.follow(), this.#abort.signal);
  }

  /** Asks the server to stop. The end it sends comes at once as a rule; else the reading ends after 1000 ms. */
  stop(): void {
    if (this.#isStopping) return;
    this.#setPhase("stopping");
    this.#isStopping = true;
    this.#stopTimer = setTimeout(() => this.#abort.abort(), stopDelayMs);
    // A request that does not get there ends the answer here all the same.
    this.#askToStop().catch(() => {});
  }

  async #askToStop(): Promise<void> {
    const { endpoint, accessToken } = this.#dependencies();
    const token = await accessToken();
    if (await killRun(endpoint, token, this.#requestId)) return;
    // The token may have ended, as in #call: then the model would write on unseen, and cost on.
    const renewed = await accessToken(token);
    if (renewed !== token) await killRun(endpoint, renewed, this.#requestId);
  }

  close(): void {
    clearTimeout(this.#stopTimer);
  }

  async #call(send: (call: ChatCall) => Promise<StreamResult>): Promise<RunResult> {
    const { endpoint, onUnauthenticated } = this.#dependencies();
    const { signal } = this.#abort;
    const token = await this.#token();
    if (typeof token !== "string") return token;
    if (signal.aborted) return { kind: "aborted", lastEventId: this.#lastEventId };
    const onEvent = (event: unknown, eventId: number) => this.#take(event, eventId);
    let result = await send({ endpoint, token, signal, onEvent });
    if (isRefused(result)) {
      // It has ended although this browser's clock says otherwise. Nothing was begun, so nothing is asked twice.
      const renewed = await this.#token(token);
      if (typeof renewed === "string" && renewed !== token && !signal.aborted)
        result = await send({ endpoint, token: renewed, signal, onEvent });
    }
    if (isRefused(result)) onUnauthenticated();
    // A stream that closes behind its end event has ended, with or without the line that says so.
    if (result.kind === "cut" && this.#store.answerOf(this.#conversationId).end) return { ...result, kind: "ended" };
    return result;
  }

  /** A token, or why there is none. */
  async #token(refused?: string): Promise<string | RunResult> {
    try {
      return await this.#dependencies().accessToken(refused);
    } catch (error) {
      const isSignedOut = error instanceof CallError && error.code === "unauthenticated";
      return isSignedOut ? { kind: "signedOut" } : { kind: "networkError" };
    }
  }

  #take(event: unknown, eventId: number): void {
    if (this.#isStale) this.#store.restart(this.#conversationId);
    this.#isStale = false;
    if (eventId > 0) this.#lastEventId = eventId;
    this.#store.applyEvent(this.#conversationId, event);
  }

  #setPhase(phase: "streaming" | "reconnecting" | "stopping"): void {
    if (!this.#isStopping) this.#store.setPhase(this.#conversationId, phase);
  }
}

function isRefused(result: StreamResult): boolean {
  return result.kind === "httpError" && result.status === 401;
}
