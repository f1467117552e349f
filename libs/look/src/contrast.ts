/** Red, green and blue, 0 to 255 each. */
type Rgb = readonly [number, number, number];

export const BLACK = '#000000';
export const WHITE = '#ffffff';

/** WCAG 2, level AA, for text of any size. */
const MIN_CONTRAST = 4.5;
/** The step by which the lightness, from 0 to 1, is changed until a colour is readable. */
const STEP = 0.01;

/** Black or white, whichever has more contrast with the colour. One of them always has 4.5 to 1. */
export function textOn(color: string): string {
  return contrast(color, WHITE) >= contrast(color, BLACK) ? WHITE : BLACK;
}

/**
 * The colour, darkened or lightened as little as needed to be readable on all backgrounds. It keeps its hue and its saturation, so
 * that it remains the colour of the fan club.
 * @param end black to darken it, white to lighten it
 */
export function readableOn(backgrounds: readonly string[], color: string, end: string): string {
  const isReadable = (text: string): boolean =>
    backgrounds.every((background) => contrast(text, background) >= MIN_CONTRAST);
  const { hue, saturation, lightness } = hslOf(color);
  const [limit, step] = end === WHITE ? [1, STEP] : [0, -STEP];
  let found = color.toLowerCase();
  for (let at = lightness; !isReadable(found) && at !== limit;) {
    at = step > 0 ? Math.min(limit, at + step) : Math.max(limit, at + step);
    found = ofHsl(hue, saturation, at);
  }
  return found;
}

/** Hue 0 to 6, saturation and lightness 0 to 1. */
function hslOf(color: string): { hue: number; saturation: number; lightness: number } {
  const [red, green, blue] = rgb(color).map((part) => part / 255);
  const [min, max] = [Math.min(red, green, blue), Math.max(red, green, blue)];
  const [lightness, range] = [(min + max) / 2, max - min];
  if (range === 0) return { hue: 0, saturation: 0, lightness };
  const saturation = range / (1 - Math.abs(2 * lightness - 1));
  const hue =
    max === red
      ? (green - blue) / range
      : max === green
        ? 2 + (blue - red) / range
        : 4 + (red - green) / range;
  return { hue: (hue + 6) % 6, saturation, lightness };
}

function ofHsl(hue: number, saturation: number, lightness: number): string {
  const chroma = saturation * Math.min(lightness, 1 - lightness);
  // The formula of CSS Color 4, in sixths of a turn.
  const part = (offset: number): number => {
    const at = (offset + hue * 2) % 12;
    return lightness - chroma * Math.max(-1, Math.min(at - 3, 9 - at, 1));
  };
  return hex([part(0), part(8), part(4)].map((one) => one * 255));
}

/** The contrast ratio of WCAG 2, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(rgb(one)), luminance(rgb(other))].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** A colour between two; `share` is how much of the second it has, from 0 to 1. */
export function mixed(from: string, to: string, share: number): string {
  const [one, other] = [rgb(from), rgb(to)];
  return hex(one.map((part, at) => part + (other[at] - part) * share));
}

const hex = (parts: readonly number[]): string =>
  `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

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
