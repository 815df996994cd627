import { type MarkdownToken, narrowTokens } from "@lectern/contract/markdown";
import { t } from "@lingui/core/macro";
import { IconCheck } from "@tabler/icons-react";
import type { Tokens } from "marked";
import { memo } from "react";
import { Blocks } from "./Blocks.tsx";
import { countFencesBefore } from "./fences/fenceIndex.ts";
import classes from "./markdown.module.css";

interface MarkdownListProps {
  token: Tokens.List;
  isOpen: boolean;
  /** How many fences precede the list in the text. */
  firstFence: number;
  dir: "auto" | undefined;
}

/** Renders a list. Tasks have a checkbox that shows their state. */
export function MarkdownList({ token, isOpen, firstFence, dir }: MarkdownListProps) {
  const shownItems = isOpen ? token.items : withoutUnwritten(token.items);
  const lastIndex = token.items.length - 1;
  const firstFences = countFencesBefore(
    shownItems.map((item) => narrowTokens(item.tokens)),
    firstFence,
  );
  const items = shownItems.map((item, index) => (
    <Item
      // biome-ignore lint/suspicious/noArrayIndexKey: items are only appended
      key={index}
      item={item}
      isOpen={isOpen && index === lastIndex}
      firstFence={firstFences[index] ?? firstFence}
    />
  ));
  if (!token.ordered) return <ul dir={dir}>{items}</ul>;
  return (
    <ol dir={dir} start={token.start === "" || token.start === 1 ? undefined : token.start}>
      {items}
    </ol>
  );
}

/** Leaves out a last item without text, which remains when an answer is stopped right after the item's number. */
function withoutUnwritten(items: Tokens.ListItem[]): Tokens.ListItem[] {
  const last = items.at(-1);
  // A number alone, such as "42.", is an answer.
  return last && items.length > 1 && !last.task && last.text.trim() === "" ? items.slice(0, -1) : items;
}

interface ItemProps {
  item: Tokens.ListItem;
  isOpen: boolean;
  firstFence: number;
}

const Item = memo(ItemContent, (before, after) => {
  const isSame = before.item.raw === after.item.raw && before.item.loose === after.item.loose;
  return isSame && before.isOpen === after.isOpen && before.firstFence === after.firstFence;
});

function ItemContent({ item, isOpen, firstFence }: ItemProps) {
  if (!item.task) {
    return (
      <li>
        <Blocks tokens={narrowTokens(item.tokens)} isOpen={isOpen} firstFence={firstFence} isNested />
      </li>
    );
  }
  const isDone = item.checked === true;
  return (
    <li className={classes.task}>
      <span
        role="img"
        aria-label={isDone ? t({ message: "Done", context: "a task" }) : t({ message: "To do", context: "a task" })}
        className={classes.taskBox}
      >
        {isDone && <IconCheck size={12} stroke={3} aria-hidden="true" />}
      </span>
      <div>
        <Blocks tokens={withoutCheckbox(narrowTokens(item.tokens))} isOpen={isOpen} firstFence={firstFence} isNested />
      </div>
    </li>
  );
}

/** Removes the checkbox token, or the `[x]` that marked leaves in the first paragraph of a loose item. */
function withoutCheckbox(tokens: MarkdownToken[]): MarkdownToken[] {
  const hasCheckboxToken = tokens[0]?.type === "checkbox";
  const [firstToken, ...rest] = hasCheckboxToken ? tokens.slice(1) : tokens;
  if (!firstToken) return [];
  if (hasCheckboxToken || firstToken.type !== "paragraph") return [firstToken, ...rest];
  return [{ ...firstToken, text: firstToken.text.replace(/^\[[ xX]\][ \t]+/, "") }, ...rest];
}
