import { Component, type ReactNode } from "react";
import { forgetFailedCode } from "../lib/preload/lazy.ts";
import { notifyFailure } from "./notices/notify.tsx";

interface OverlayBoundaryProps {
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * Closes a menu or dialog that could not be loaded or shown, and says so in a notice. The page below continues to work.
 * Opening it again tries again.
 */
export class OverlayBoundary extends Component<OverlayBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    notifyFailure(error);
    this.props.onClose();
  }

  override componentDidUpdate(before: OverlayBoundaryProps): void {
    if (!this.state.hasFailed || !this.props.isOpen || before.isOpen) return;
    forgetFailedCode();
    this.setState({ hasFailed: false });
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
