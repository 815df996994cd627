import { executeCustomApi, type HttpCallResult, parseCustomApi } from "@lectern/contract";
import { useEffect, useRef, useState } from "react";
import { call } from "../../../../../lib/call.ts";
import { CallError } from "../../../../../lib/callError.ts";
import { type CustomApiDraft, hasStoredSecrets, toOperation } from "../../draft/customApiDraft.ts";

type TestState =
  | { kind: "idle" }
  | { kind: "running" }
  | { kind: "answered"; result: HttpCallResult }
  | { kind: "failed"; message: string };

/** Sends the request of a custom API, once at a time. It is aborted when the component unmounts. */
export function useApiTest(api: CustomApiDraft, { assistantId, functionName }: ApiOfAssistant) {
  const [state, setState] = useState<TestState>({ kind: "idle" });
  const controllerRef = useRef<AbortController | null>(null);
  useEffect(() => () => controllerRef.current?.abort(), []);

  const send = async (params: Record<string, string>) => {
    const template = parseCustomApi(toOperation(api, functionName));
    if (!template) return;
    const controller = new AbortController();
    controllerRef.current = controller;
    const { signal } = controller;
    // The server takes the stored secrets from the saved assistant.
    const stored = assistantId !== null && hasStoredSecrets(api) ? { assistantId, operationId: api.id } : {};
    const show = (next: TestState) => !signal.aborted && setState(next);
    show({ kind: "running" });
    try {
      show({ kind: "answered", result: await call(executeCustomApi, { ...template, params, ...stored }, { signal }) });
    } catch (error) {
      show({ kind: "failed", message: formatError(error) });
    }
  };

  return {
    state,
    send: (params: Record<string, string>) => void send(params),
    cancel() {
      controllerRef.current?.abort();
      setState({ kind: "idle" });
    },
  };
}

interface ApiOfAssistant {
  /** Null for a new assistant. */
  assistantId: string | null;
  functionName: string;
}

function formatError(error: unknown): string {
  if (error instanceof CallError) return error.reason ?? error.message;
  return error instanceof Error ? error.message : String(error);
}
