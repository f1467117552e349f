/** Red, green and blue, 0 to 255 each. */
type Rgb = readonly [number, number, number];

/** The backgrounds of links and buttons, by colour scheme: `--card` and `--page` of `views/style.css`. */
export const BACKGROUNDS = {
  light: ['#ffffff', '#f4f3ef'],
  dark: ['#1b1e24', '#121418'],
} as const;

const BLACK = '#000000';
const WHITE = '#ffffff';

/** WCAG 2, level AA, for text of any size. */
const MIN_CONTRAST = 4.5;
/** The change of a colour under the pointer, from 0 to 1. */
const HOVER = 0.2;

/** Derives the colours of a fan club's pages from its accent colour. Each is `#rrggbb`, and has the minimum contrast. */
export function accentOf(color: string) {
  const onFill = contrast(color, WHITE) >= contrast(color, BLACK) ? WHITE : BLACK;
  return {
    /** The background of buttons, in both schemes. */
    fill: color.toLowerCase(),
    // Differs more from the text's colour than `fill`, so the contrast is higher.
    fillHover: mixed(color, onFill === WHITE ? BLACK : WHITE, HOVER),
    /** The text on buttons. */
    onFill,
    light: linksOn(BACKGROUNDS.light, color, BLACK),
    dark: linksOn(BACKGROUNDS.dark, color, WHITE),
  };
}

/**
 * The colour of links, button borders and focus outlines. It is the given colour if that is readable on all backgrounds. Otherwise
 * it is mixed with `end` (black or white), as little as needed.
 */
function linksOn(backgrounds: readonly string[], color: string, end: string) {
  let share = 0;
  const isReadable = (): boolean =>
    backgrounds.every((background) => contrast(mixed(color, end, share), background) >= MIN_CONTRAST);
  while (share < 1 && !isReadable()) share = Math.min(1, share + 0.01);
  const link = mixed(color, end, share);
  return { link, linkHover: mixed(link, end, HOVER) };
}

/** The style sheet with the accent colours. It must follow the style sheet of all pages. */
export function accentStyle(color: string): string {
  const { fill, fillHover, onFill, light, dark } = accentOf(color);
  const links = ({ link, linkHover }: ReturnType<typeof linksOn>): string =>
    `--accent:${link};--accent-strong:${linkHover}`;
  return (
    `:root{--fill:${fill};--fill-strong:${fillHover};--on-fill:${onFill};${links(light)}}` +
    `@media (prefers-color-scheme:dark){:root{${links(dark)}}}`
  );
}

function mixed(from: string, to: string, share: number): string {
  const [one, other] = [rgb(from), rgb(to)];
  const parts = one.map((part, at) => Math.round(part + (other[at] - part) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(rgb(one)), luminance(rgb(other))].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Relative luminance as WCAG 2 defines it, 0 to 1. */
function luminance(color: Rgb): number {
  const [red, green, blue] = color
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function rgb(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
