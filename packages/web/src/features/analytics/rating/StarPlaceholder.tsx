/** Takes the space of the stars until they are loaded, so that the other buttons of the row do not move. */
export const StarPlaceholder = () => <span style={{ flex: "none", width: 106 }} />;
