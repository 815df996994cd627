import { Agent, type IncomingMessage, request } from "node:http";
import { setTimeout } from "node:timers/promises";
import { type ChatTarget, chatRequest, hasToken, problemOf, type ScriptedAnswer } from "./chatTarget.ts";

/** The clients of a measurement, a program of its own, so that what they cost is not measured with the server. */
export interface LoadOrder {
  target: ChatTarget;
  answer: ScriptedAnswer;
  /** How many at once, each on a new connection. */
  streams: number;
}

export interface StreamResult {
  /** From the request's start. */
  firstTokenMs: number;
  totalMs: number;
  bytes: number;
  /** Why the answer is not the scripted one, word for word. */
  problem: string | null;
}

export interface LoadResult {
  streams: StreamResult[];
  /** CPU that this process used meanwhile, in ms. Near the time that passed, it would be the bottleneck. */
  clientCpuMs: number;
  elapsedMs: number;
}

interface RawStream {
  startedAt: number;
  firstAt: number;
  endedAt: number;
  status: number;
  chunks: Buffer[];
  failure: string | null;
}

const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });

async function follow({ target, answer, streams }: LoadOrder): Promise<LoadResult> {
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  const raw = await Promise.all(Array.from({ length: streams }, () => readOne(target, answer)));
  const elapsedMs = performance.now() - startedAt;
  const used = process.cpuUsage(cpu);
  // Read only now: while streams run, whatever this process does makes it late for others.
  return {
    streams: raw.map((stream) => resultOf(target, answer, stream)),
    clientCpuMs: (used.user + used.system) / 1000,
    elapsedMs,
  };
}

function readOne(target: ChatTarget, answer: ScriptedAnswer): Promise<RawStream> {
  const { url, headers, body } = chatRequest(target, answer);
  const stream: RawStream = {
    startedAt: performance.now(),
    firstAt: Number.NaN,
    endedAt: Number.NaN,
    status: 0,
    chunks: [],
    failure: null,
  };
  return new Promise((resolve) => {
    const end = (failure: string | null) => {
      stream.endedAt = performance.now();
      stream.failure = failure;
      resolve(stream);
    };
    const take = (chunk: Buffer) => {
      stream.chunks.push(chunk);
      if (Number.isNaN(stream.firstAt) && hasToken(target, chunk.toString("latin1"))) {
        stream.firstAt = performance.now();
      }
    };
    const call = request(url, {
      method: "POST",
      agent,
      headers: { "content-type": "application/json", "content-length": Buffer.byteLength(body), ...headers },
    });
    call.once("response", (response: IncomingMessage) => {
      stream.status = response.statusCode ?? 0;
      response.on("data", take);
      response.once("end", () => end(null));
      response.once("error", (error) => end(error.message));
    });
    call.once("error", (error) => end(error.message));
    call.end(body);
  });
}

function resultOf(target: ChatTarget, answer: ScriptedAnswer, stream: RawStream): StreamResult {
  const bytes = Buffer.concat(stream.chunks);
  const reply = bytes.toString("utf8");
  const problem =
    stream.failure ??
    (stream.status === 200 ? problemOf(target, reply, answer) : `status ${stream.status}: ${reply.slice(0, 200)}`);
  return {
    firstTokenMs: stream.firstAt - stream.startedAt,
    totalMs: stream.endedAt - stream.startedAt,
    bytes: bytes.length,
    problem,
  };
}

process.on("message", (order: LoadOrder) => {
  follow(order).then(
    (result) => process.send?.(result),
    async (error: unknown) => {
      console.error("the clients failed:", error);
      await setTimeout(10);
      process.exit(1);
    },
  );
});
process.on("disconnect", () => process.exit());
