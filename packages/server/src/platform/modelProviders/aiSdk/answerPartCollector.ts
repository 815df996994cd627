import type { JsonObject } from "@lectern/contract";
import { ModelError } from "../modelProvider.ts";
import { maxEventLength } from "../transport/modelTransport.ts";
import { type AnswerPart, isSigned, readSignatures, type Signatures } from "./answerParts.ts";
import type { SdkPart } from "./sdkTypes.ts";

/** Collects the parts of an answer that the server must get back with the results of its function calls. */
export interface AnswerPartCollector {
  /** Adds a part of reasoning, text or a function call. `callIndex` is the position of the part's function call. */
  add(part: SdkPart, callIndex?: number): void;
  /** Returns the parts, or null if the answer calls no function or has no signature. */
  build(): JsonObject[] | null;
}

/** `wire` is the name under which the SDK reports the wire's metadata. Throws `ModelError` if signatures are too long. */
export function createAnswerPartCollector(wire: string): AnswerPartCollector {
  const parts: AnswerPart[] = [];
  const openReasoning = new Map<string, AnswerPart & { type: "reasoning" }>();
  let signaturesLength = 0;

  const limitSignatures = (signatures: Signatures) => {
    for (const value of Object.values(signatures)) signaturesLength += value?.length ?? 0;
    if (signaturesLength > maxEventLength)
      throw new ModelError("protocol", `the signatures of an answer are longer than ${maxEventLength} characters`);
  };

  return {
    add(part, callIndex) {
      const metadata = "providerMetadata" in part ? part.providerMetadata?.[wire] : undefined;
      const signatures = metadata === undefined ? {} : readSignatures(metadata);
      limitSignatures(signatures);
      switch (part.type) {
        case "reasoning-start": {
          const reasoning = { type: "reasoning" as const, text: "", signatures };
          openReasoning.set(part.id, reasoning);
          parts.push(reasoning);
          return;
        }
        case "reasoning-delta":
        case "reasoning-end": {
          const reasoning = openReasoning.get(part.id);
          if (!reasoning) return;
          if (part.type === "reasoning-delta") reasoning.text += part.delta;
          reasoning.signatures = { ...reasoning.signatures, ...signatures };
          return;
        }
        case "text-delta": {
          const last = parts.at(-1);
          const isNewPart = isSigned({ signatures }) || last?.type !== "text" || isSigned(last);
          // A signature belongs to exactly the text that came with it, which may be empty.
          if (isNewPart) parts.push({ type: "text", length: part.delta.length, signatures });
          else last.length += part.delta.length;
          return;
        }
        case "tool-input-start":
        case "tool-call": {
          const call = parts.find((other) => other.type === "toolCall" && other.index === callIndex);
          if (call) call.signatures = { ...call.signatures, ...signatures };
          else if (callIndex !== undefined) parts.push({ type: "toolCall", index: callIndex, signatures });
          return;
        }
        default:
          return;
      }
    },
    build() {
      const sentParts = parts.filter((part) => part.type !== "reasoning" || isSigned(part));
      const isNeeded = sentParts.some(isSigned) && sentParts.some(({ type }) => type === "toolCall");
      return isNeeded ? sentParts : null;
    },
  };
}
