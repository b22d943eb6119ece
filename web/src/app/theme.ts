import { createTheme, defaultVariantColorsResolver, type MantineColorsTuple, type VariantColorsResolver } from '@mantine/core';

const brand: MantineColorsTuple = [
  '#e6fbf3', '#d0efe3', '#a3dfc8', '#72ceab', '#4bc093', '#32b784', '#21a877', '#128a60', '#07694a', '#00553a',
];

// As bright as Mantine's own, in the tone of the app's surfaces: else cards of the two stand side by side.
const dark: MantineColorsTuple = [
  '#c8cace', '#b6b9bd', '#81848a', '#686b70', '#404449', '#393d41', '#2b2f33', '#232629', '#1d2023', '#121517',
];

/** Darkens the text of light variants, whose contrast is too low by default. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  if (input.variant !== 'light') return colors;
  const name = input.color ?? input.theme.primaryColor;
  return { ...colors, color: `light-dark(color-mix(in srgb, var(--mantine-color-${name}-9), black 40%), var(--mantine-color-${name}-2))` };
};

/** The look of the app. close is what the cross of dialogs and drawers is called, toggle the eye of passwords. */
export const themeOf = (close: string, toggle: string) => createTheme({
  primaryColor: 'brand',
  primaryShade: 8,
  colors: { brand, dark },
  defaultRadius: 'md',
  fontFamily: 'Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif',
  variantColorResolver,
  components: {
    Tooltip: { defaultProps: { openDelay: 400, withArrow: true } },
    Badge: { defaultProps: { tt: 'none' } },
    CloseButton: { defaultProps: { 'aria-label': close } },
    PasswordInput: { defaultProps: { visibilityToggleButtonProps: { 'aria-label': toggle } } },
    // An open menu has its items only: the first one gets the focus, and Tab leads on, too.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, menuItemTabIndex: 0 } },
    // Without a focus nobody scrolls a wide table by keys.
    TableScrollContainer: { defaultProps: { scrollAreaProps: { viewportProps: { tabIndex: 0 } } } },
    Anchor: { defaultProps: { underline: 'always' } },
  },
});
