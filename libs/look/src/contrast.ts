/** Red, green and blue, 0 to 255 each. */
type Rgb = readonly [number, number, number];

export const BLACK = '#000000';
export const WHITE = '#ffffff';

/** WCAG 2, level AA, for text of any size. */
const MIN_CONTRAST = 4.5;

/** Black or white, whichever has more contrast with the colour. One of them always has 4.5 to 1. */
export function textOn(color: string): string {
  return contrast(color, WHITE) >= contrast(color, BLACK) ? WHITE : BLACK;
}

/** The colour, mixed with `end` (black or white) as little as needed to be readable on all backgrounds. */
export function readableOn(backgrounds: readonly string[], color: string, end: string): string {
  let share = 0;
  const isReadable = (): boolean =>
    backgrounds.every((background) => contrast(mixed(color, end, share), background) >= MIN_CONTRAST);
  while (share < 1 && !isReadable()) share = Math.min(1, share + 0.01);
  return mixed(color, end, share);
}

/** The contrast ratio of WCAG 2, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(rgb(one)), luminance(rgb(other))].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** A colour between two; `share` is how much of the second it has, from 0 to 1. */
export function mixed(from: string, to: string, share: number): string {
  const [one, other] = [rgb(from), rgb(to)];
  const parts = one.map((part, at) => Math.round(part + (other[at] - part) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
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
