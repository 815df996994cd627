import { CodeBlock } from "./CodeBlock.tsx";
import { type FenceProps, registeredFence } from "./fences.ts";

/** A fenced block: by the component that was lent to its language, else as code. */
export function Fence({ code, language, isComplete }: FenceProps) {
  const Registered = registeredFence(language);
  if (Registered) return <Registered code={code} language={language} isComplete={isComplete} />;
  return <CodeBlock code={code} language={language} isComplete={isComplete} />;
}
