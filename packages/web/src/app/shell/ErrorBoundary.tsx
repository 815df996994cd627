import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { Component, type ErrorInfo, type ReactNode } from "react";
import { isLoadError, isOffline } from "../../lib/network.ts";
import { forgetFailedCode } from "../../lib/preload/lazy.ts";
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
  /** `wasOffline`: code could not be loaded, because the browser was offline. */
  failure: { error: unknown; wasOffline: boolean; componentStack: string } | null;
}

/** Shows an error in place of children that could not be rendered. The rest of the page continues to work. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failure: null };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { failure: { error, wasOffline: isLoadError(error) && isOffline(), componentStack: "" } };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    const componentStack = info.componentStack ?? "";
    this.setState(({ failure }) => ({ failure: failure && { ...failure, error, componentStack } }));
  }

  override componentDidMount(): void {
    window.addEventListener("online", this.#retryOnline);
  }

  override componentWillUnmount(): void {
    window.removeEventListener("online", this.#retryOnline);
  }

  #retry = () => {
    forgetFailedCode();
    this.setState({ failure: null });
  };

  #retryOnline = () => {
    if (this.state.failure?.wasOffline) this.#retry();
  };

  override render(): ReactNode {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    return (
      <RenderError
        subject={this.props.subject}
        isCompact={this.props.isCompact ?? false}
        error={failure.error}
        wasOffline={failure.wasOffline}
        componentStack={failure.componentStack}
        onRetry={this.#retry}
      />
    );
  }
}

interface RenderErrorProps {
  subject: string;
  isCompact: boolean;
  error: unknown;
  wasOffline: boolean;
  componentStack: string;
  onRetry: () => void;
}

function RenderError({ subject, isCompact, error, wasOffline, componentStack, onRetry }: RenderErrorProps) {
  const { isCopied, copy } = useClipboard();
  const message = error instanceof Error ? error.message : String(error);
  const stack = error instanceof Error ? (error.stack ?? message) : message;
  const details = [stack, componentStack, location.pathname, navigator.userAgent, new Date().toISOString()].join("\n");
  const description = isLoadError(error) ? describeLoadError(wasOffline) : describeRenderError(subject, message);
  const canRetry = wasOffline || !isLoadError(error);
  if (isCompact) return <CompactError title={description.title} onRetry={canRetry ? onRetry : null} />;
  return (
    <ErrorView
      {...description}
      actions={
        <>
          <Button variant="default" onClick={() => copy(details)}>
            {isCopied ? t`Copied` : t`Copy details`}
          </Button>
          {canRetry && (
            <Button variant="default" onClick={onRetry}>
              {t`Try again`}
            </Button>
          )}
          {!wasOffline && <Button onClick={() => location.reload()}>{t`Reload the page`}</Button>}
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

function describeLoadError(wasOffline: boolean): { title: string; lines: string[] } {
  if (wasOffline) {
    const line = t`This part of the page couldn’t be loaded. It will be as soon as you’re back online.`;
    return { title: t`You’re offline`, lines: [line] };
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
    title: t`${subject} couldn’t be shown`,
    lines: [t`An unexpected error occurred. Your chats and drafts are saved.`, message],
  };
}
