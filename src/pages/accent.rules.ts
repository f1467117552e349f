/** Red, green and blue, 0 to 255 each. */
type Rgb = readonly [number, number, number];

/** The backgrounds of links and buttons, by colour scheme: `--card` and `--page` of `views/style.css`. */
export const GROUNDS = {
  light: ['#ffffff', '#f4f3ef'],
  dark: ['#1b1e24', '#121418'],
} as const;

const BLACK = '#000000';
const WHITE = '#ffffff';

/** WCAG 2, level AA, for text of any size. */
const MIN_CONTRAST = 4.5;
/** How far a colour changes, from 0 to 1, under the pointer. */
const HOVER = 0.2;

/** A fan club's colour as its pages use it; every value is `#rrggbb`. */
export interface Accent {
  /** The background of buttons: the given colour, in both schemes. */
  fill: string;
  fillHover: string;
  /** Text on buttons. */
  onFill: string;
  /** Links, borders of buttons and the focus, readable on each of the scheme's backgrounds. */
  light: { link: string; linkHover: string };
  dark: { link: string; linkHover: string };
}

/**
 * Derives the colours of a fan club's pages from its accent colour. Every text has a contrast of at least 4.5 to 1.
 * @param color `#rrggbb`
 */
export function accentOf(color: string): Accent {
  const onFill = contrast(color, WHITE) >= contrast(color, BLACK) ? WHITE : BLACK;
  return {
    fill: color.toLowerCase(),
    // Away from the text, so that the contrast grows.
    fillHover: mixed(color, onFill === WHITE ? BLACK : WHITE, HOVER),
    onFill,
    light: linksOn(GROUNDS.light, color, BLACK),
    dark: linksOn(GROUNDS.dark, color, WHITE),
  };
}

/** Changes a colour towards `end` until it is readable on all backgrounds, and no further. */
function linksOn(
  grounds: readonly string[],
  color: string,
  end: string,
): { link: string; linkHover: string } {
  let share = 0;
  const isReadable = (): boolean =>
    grounds.every((ground) => contrast(mixed(color, end, share), ground) >= MIN_CONTRAST);
  while (share < 1 && !isReadable()) share = Math.min(1, share + 0.01);
  const link = mixed(color, end, share);
  return { link, linkHover: mixed(link, end, HOVER) };
}

/** The style sheet with the accent. It follows the style sheet of all pages. */
export function accentStyle(color: string): string {
  const { fill, fillHover, onFill, light, dark } = accentOf(color);
  const links = ({ link, linkHover }: Accent['light']): string =>
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
