import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { Component, type ErrorInfo, type ReactNode } from "react";
import { isLoadError, isOffline } from "../../lib/network.ts";
import { ErrorView } from "../../ui/ErrorView.tsx";
import { useClipboard } from "../../ui/useClipboard.ts";
import classes from "./ErrorBoundary.module.css";

interface ErrorBoundaryProps {
  /** The name of the children in the error message, such as "This conversation". */
  subject: string;
  /** True if the children are one line high. The error is then too. */
  isCompact?: boolean;
  children: ReactNode;
}

interface ErrorBoundaryState {
  failure: { error: unknown; componentStack: string } | null;
}

/** Shows an error in place of children that could not be rendered. The rest of the page continues to work. */
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
      <RenderError
        subject={this.props.subject}
        isCompact={this.props.isCompact ?? false}
        error={failure.error}
        componentStack={failure.componentStack}
        onRetry={() => this.setState({ failure: null })}
      />
    );
  }
}

interface RenderErrorProps {
  subject: string;
  isCompact: boolean;
  error: unknown;
  componentStack: string;
  onRetry: () => void;
}

function RenderError({ subject, isCompact, error, componentStack, onRetry }: RenderErrorProps) {
  const { isCopied, copy } = useClipboard();
  const message = error instanceof Error ? error.message : String(error);
  const stack = error instanceof Error ? (error.stack ?? message) : message;
  const details = [stack, componentStack, location.pathname, navigator.userAgent, new Date().toISOString()].join("\n");
  const description = isLoadError(error) ? describeLoadError() : describeRenderError(subject, message);
  if (isCompact) return <CompactError title={description.title} onRetry={isLoadError(error) ? null : onRetry} />;
  return (
    <ErrorView
      {...description}
      actions={
        <>
          <Button variant="default" onClick={() => copy(details)}>
            {isCopied ? t`Copied` : t`Copy details`}
          </Button>
          {!isLoadError(error) && (
            <Button variant="default" onClick={onRetry}>
              {t`Try again`}
            </Button>
          )}
          <Button onClick={() => location.reload()}>{t`Reload the page`}</Button>
        </>
      }
    />
  );
}

/** `onRetry`: null if only reloading the page can help. */
function CompactError({ title, onRetry }: { title: string; onRetry: (() => void) | null }) {
  return (
    <div role="alert" className={classes.compact}>
      <span className={classes.title}>{title}</span>
      <Button size="compact-sm" variant="default" onClick={onRetry ?? (() => location.reload())}>
        {onRetry ? t`Try again` : t`Reload the page`}
      </Button>
    </div>
  );
}

function describeLoadError(): { title: string; lines: string[] } {
  if (isOffline()) {
    const line = t`This part of the page could not be loaded. Reload the page when you are back online.`;
    return { title: t`You are offline`, lines: [line] };
  }
  return {
    title: t`A newer version is available`,
    lines: [
      t`This workspace was updated after you opened the page, or the network failed.`,
      t`Reload the page to continue.`,
    ],
  };
}

function describeRenderError(subject: string, message: string): { title: string; lines: string[] } {
  return {
    title: t`${subject} could not be shown`,
    lines: [t`An unexpected error occurred. Your chats and drafts are saved.`, message],
  };
}
