import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { notifyFailure } from "../../ui/notices/notify.tsx";
import { OptimizerDialog } from "./OptimizerDialog.tsx";

interface OptimizerOptions {
  text: string;
  setText: (text: string) => void;
  /** Asks for the values of the placeholders. Resolves to null if the person cancels. Absent: they stay in the text. */
  fill?: (template: string) => Promise<string | null>;
}

interface Optimizer {
  open: () => void;
  dialog: ReactNode;
  /** Switches between the text before the last replacement and the one after it; null: nothing was replaced. */
  revert: { kind: "undo" | "redo"; run: () => void } | null;
}

/** The dialog that offers a better version of a text, and the way back to the text that the person wrote. */
export function useOptimizer({ text, setText, fill }: OptimizerOptions): Optimizer {
  const [optimizedText, setOptimizedText] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [other, setOther] = useState<{ kind: "undo" | "redo"; text: string } | null>(null);
  const latestRef = useRef({ text, setText });
  useLayoutEffect(() => {
    latestRef.current = { text, setText };
  }, [text, setText]);

  const replace = (next: string, kind: "undo" | "redo") => {
    const current = latestRef.current;
    setOther({ kind, text: current.text });
    current.setText(next);
  };
  const choose = async (template: string, isFilled: boolean) => {
    setIsOpen(false);
    if (!isFilled || !fill) return replace(template, "undo");
    const filled = await fill(template).catch((error: unknown) => {
      notifyFailure(error);
      return null;
    });
    if (filled === null) setIsOpen(true);
    else replace(filled, "undo");
  };
  return {
    open: () => {
      setOptimizedText(text);
      setIsOpen(true);
    },
    dialog: optimizedText !== null && (
      <OptimizerDialog
        isOpen={isOpen}
        text={optimizedText}
        canFill={fill !== undefined}
        onChoose={(template, isFilled) => void choose(template, isFilled)}
        onClose={() => setIsOpen(false)}
      />
    ),
    revert: other && { kind: other.kind, run: () => replace(other.text, other.kind === "undo" ? "redo" : "undo") },
  };
}
