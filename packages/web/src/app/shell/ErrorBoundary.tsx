import { Button } from "@mantine/core";
import { Component, type ErrorInfo, type ReactNode } from "react";
import { ErrorView } from "../../ui/ErrorView.tsx";
import { useClipboard } from "../../ui/useClipboard.ts";

interface ErrorBoundaryProps {
  /** What it stands around, as in "This conversation". */
  what: string;
  children: ReactNode;
}

interface ErrorBoundaryState {
  failure: { error: unknown; componentStack: string } | null;
}

/** Shows an error in the place of what could not be drawn, and leaves the rest of the page alone. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failure: null };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { failure: { error, componentStack: "" } };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    this.setState({ failure: { error, componentStack: info.componentStack ?? "" } });
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    return (
      <DrawingFailed
        what={this.props.what}
        error={failure.error}
        componentStack={failure.componentStack}
        onRetry={() => this.setState({ failure: null })}
      />
    );
  }
}

interface DrawingFailedProps {
  what: string;
  error: unknown;
  componentStack: string;
  onRetry: () => void;
}

function DrawingFailed({ what, error, componentStack, onRetry }: DrawingFailedProps) {
  const { isCopied, copy } = useClipboard();
  const message = error instanceof Error ? error.message : String(error);
  const stack = error instanceof Error ? (error.stack ?? message) : message;
  const details = [stack, componentStack, location.pathname, navigator.userAgent, new Date().toISOString()].join("\n");
  // What Chromium, Firefox and Safari say of a script that cannot be had, and Vite of a style.
  const isStale = /dynamically imported module|module script|preload CSS/i.test(message);
  return (
    <ErrorView
      title={isStale ? "A newer version is here" : `${what} could not be shown`}
      lines={
        isStale
          ? ["This page was opened before the product was updated, or the network failed.", "Reload it to go on."]
          : ["The page met an error it did not expect. What was saved before is safe, and drafts are kept.", message]
      }
      actions={
        <>
          <Button variant="default" onClick={() => copy(details)}>
            {isCopied ? "Copied" : "Copy details"}
          </Button>
          {!isStale && (
            <Button variant="default" onClick={onRetry}>
              Try again
            </Button>
          )}
          <Button onClick={() => location.reload()}>Reload the page</Button>
        </>
      }
    />
  );
}
