import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";

/**
 * The accent colour, a blue-teal. Shade 7 fills buttons and is the accent of the light theme; shade 4 is the accent of
 * the dark theme.
 */
export const accentColors: MantineColorsTuple = [
  "#e9f6fb",
  "#d0eaf4",
  "#a5d6e9",
  "#77c0dc",
  "#58b1d1",
  "#3a9ec4",
  "#2487ae",
  "#1a6c91",
  "#145a7a",
  "#0c4059",
];

/** Bluish greys, from text (0) to the darkest background (9). */
export const darkColors: MantineColorsTuple = [
  "#e6e8ec",
  "#c6cbd4",
  "#9aa3b2",
  "#8891a0",
  "#2a2e37",
  "#23272f",
  "#1b1e24",
  "#14161a",
  "#101216",
  "#0b0c0f",
];

export const grayColors: MantineColorsTuple = [
  "#f6f7f9",
  "#eef0f3",
  "#e3e6eb",
  "#d5dae1",
  "#c3c9d3",
  "#9aa3b0",
  "#6a7382",
  "#5b6472",
  "#3a414c",
  "#1a1d23",
];

/** fonts.css declares the first two. The others have the characters that Inter does not have. */
// Not translated: names of fonts.
const interfaceFont = 'Inter, "Inter fallback", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';
const codeFont = '"IBM Plex Mono", "IBM Plex Mono fallback", ui-monospace, "Cascadia Code", Consolas, monospace';

export const theme = createTheme({
  primaryColor: "accent",
  primaryShade: 7,
  autoContrast: true,
  colors: { accent: accentColors, dark: darkColors, gray: grayColors },
  white: "#ffffff",
  black: "#14161a",
  fontFamily: interfaceFont,
  fontFamilyMonospace: codeFont,
  fontWeights: { medium: "500", bold: "600" },
  headings: { fontFamily: interfaceFont, fontWeight: "600" },
  fontSizes: { xs: "0.75rem", sm: "0.875rem", md: "0.875rem", lg: "1rem", xl: "1.1875rem" },
  spacing: { xs: "0.5rem", sm: "0.75rem", md: "1rem", lg: "1.5rem", xl: "2rem" },
  radius: { xs: "4px", sm: "8px", md: "10px", lg: "14px", xl: "20px" },
  defaultRadius: "sm",
  respectReducedMotion: true,
  // Secondary buttons are filled, so that outlines remain for fields.
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    if (input.variant !== "default") return colors;
    return { ...colors, background: "var(--fill)", hover: "var(--fill-hover)", border: "1px solid transparent" };
  },
  cursorType: "pointer",
  components: {
    // People type in any script.
    Input: { defaultProps: { dir: "auto" } },
    // Without this role, the title bar of a dialog would be a banner landmark.
    ModalHeader: { defaultProps: { role: "presentation" } },
    Modal: { defaultProps: { transitionProps: { transition: "fade", duration: 140 } } },
    Tooltip: { defaultProps: { transitionProps: { duration: 120 } } },
    Menu: { defaultProps: { transitionProps: { duration: 120 } } },
    // Every select has the same chevron.
    Select: {
      defaultProps: { rightSection: <IconChevronDown size={16} stroke={1.8} color="var(--dim)" aria-hidden /> },
    },
    SegmentedControl: { defaultProps: { withItemsBorders: false } },
    // More, and the box of a checkbox looks like the circle of a radio button.
    Checkbox: { defaultProps: { radius: "xs" } },
    Switch: { defaultProps: { withThumbIndicator: false } },
    // Mantine positions a list before it has a width. A centred one would start at the middle of its field, which makes
    // a phone's page wider, and so the field and the list too.
    Combobox: { defaultProps: { position: "bottom-start" } },
    // One as wide as a phone's screen has the same gap on both sides.
    Popover: {
      defaultProps: { transitionProps: { duration: 120 }, middlewares: { flip: true, shift: { padding: 12 } } },
    },
  },
});

/** Sets Mantine's variables to those of `global.css`. */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const sharedVariables = {
    "--mantine-color-body": "var(--ground)",
    "--mantine-color-text": "var(--text)",
    "--mantine-color-dimmed": "var(--dim)",
    "--mantine-color-placeholder": "var(--dim)",
    "--mantine-color-anchor": "var(--accent)",
    "--mantine-color-default-border": "var(--border)",
    "--mantine-color-default-color": "var(--text)",
    "--mantine-color-error": "var(--danger)",
  };
  return {
    variables: {},
    dark: {
      ...sharedVariables,
      "--mantine-color-default": "var(--raised)",
      "--mantine-color-default-hover": "var(--hover)",
    },
    light: {
      ...sharedVariables,
      "--mantine-color-default": "var(--ground)",
      "--mantine-color-default-hover": "var(--hover)",
    },
  };
};
