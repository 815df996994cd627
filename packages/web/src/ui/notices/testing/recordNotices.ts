import { notifications } from "@mantine/notifications";
import { isValidElement, type ReactNode } from "react";
import { vi } from "vitest";

export interface ShownNotice {
  title: ReactNode;
  text: ReactNode;
  /** Presses the button with this label; without one, the first button. */
  press: (label?: string) => void;
}

/** Returns the notices that are shown, the latest last. */
export function recordNotices(): ShownNotice[] {
  const notices: (ShownNotice & { id: string | undefined; close: () => void })[] = [];
  vi.spyOn(notifications, "hide").mockImplementation((id) => {
    const index = notices.findIndex((notice) => notice.id === id);
    for (const notice of index < 0 ? [] : notices.splice(index, 1)) notice.close();
    return "";
  });
  vi.spyOn(notifications, "show").mockImplementation((notice) => {
    const { id, title, message, onClose } = notice;
    const [text, actions] = readChildren(message);
    const press = (label?: string) => {
      const button = readChildren(actions).find((each) => label === undefined || readChildren(each)[0] === label);
      const onClick: unknown = isValidElement<{ onClick?: unknown }>(button) ? button.props.onClick : undefined;
      if (typeof onClick === "function") onClick();
    };
    notices.push({
      id,
      title,
      text: isValidElement(message) ? readChildren(text)[0] : message,
      press,
      close: () => onClose?.(notice),
    });
    return "";
  });
  return notices;
}

function readChildren(node: ReactNode): readonly ReactNode[] {
  const children = isValidElement<{ children?: ReactNode }>(node) ? node.props.children : [];
  return Array.isArray(children) ? children : [children];
}

/** Returns the shown notice with this text. Throws if there is none. */
export const findNotice = (notices: readonly ShownNotice[], text: string) => {
  const notice = notices.find((each) => each.text === text);
  if (!notice) throw new Error(`no notice says ${text}`);
  return notice;
};
