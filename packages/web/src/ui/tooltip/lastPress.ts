interface Position {
  clientX: number;
  clientY: number;
}

/** A hand that presses moves the pointer a little. */
const restingPx = 4;

/** Null: the pointer has moved away. */
let lastPress: Position | null = null;

/** Starts to record where the pointer was pressed, until it moves away. */
export function startPressHistory(): void {
  const press = (event: PointerEvent) => {
    lastPress = event;
    document.addEventListener("pointermove", forget, true);
  };
  const forget = (event: PointerEvent) => {
    if (isAtLastPress(event)) return;
    lastPress = null;
    document.removeEventListener("pointermove", forget, true);
  };
  document.addEventListener("pointerdown", press, true);
}

/** True if the pointer has rested since it was pressed. */
export const isAtLastPress = ({ clientX, clientY }: Position): boolean =>
  lastPress !== null && Math.hypot(clientX - lastPress.clientX, clientY - lastPress.clientY) <= restingPx;
