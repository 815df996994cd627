/** A bottom sheet comes from the lower edge of the screen, where it stays. */
export const bottomSheetTransition = { transition: "slide-up", duration: 160 } as const;
