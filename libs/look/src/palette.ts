import { BLACK, mixed, readableOn, textOn, WHITE } from './contrast';

/** The change of a colour under the pointer, from 0 to 1. */
const HOVER = 0.2;

/** The accent colour where nobody has chosen one. */
export const DEFAULT_ACCENT = '#27489c';

/** The colours of one form, light or dark. */
export type Scheme = ReturnType<typeof schemeOf>;

/** Derives all colours of pages and mails from an accent colour. Every text is readable: see the README. */
export function paletteOf(accent: string) {
  const onFill = textOn(accent);
  return {
    /** The background of buttons and of the band with the name, in both forms. */
    fill: accent.toLowerCase(),
    // Differs more from the text's colour than `fill`, so the contrast is higher.
    fillHover: mixed(accent, onFill === WHITE ? BLACK : WHITE, HOVER),
    /** The text on `fill`. */
    onFill,
    light: schemeOf(accent, LIGHT),
    dark: schemeOf(accent, DARK),
  };
}

/** The neutral colours of a form. Texts that are not readable are moved towards `end`. */
interface Neutrals {
  readonly end: string;
  /** How much of the accent colour is in the ground and in lines, from 0 to 1. */
  readonly tint: number;
  readonly ground: string;
  readonly card: string;
  readonly ink: string;
  readonly quiet: string;
  readonly edge: string;
  readonly control: string;
  readonly bad: string;
  readonly badTint: string;
}

const LIGHT: Neutrals = {
  end: BLACK,
  tint: 0.06,
  ground: '#f3f1ec',
  card: '#ffffff',
  ink: '#1c1e23',
  quiet: '#565b66',
  edge: '#dad7cf',
  control: '#7d828d',
  bad: '#a8201a',
  badTint: '#fcf0ef',
};

const DARK: Neutrals = {
  end: WHITE,
  tint: 0.04,
  ground: '#101216',
  card: '#1b1e24',
  ink: '#eceef2',
  quiet: '#aab0bc',
  edge: '#343943',
  control: '#7d8592',
  bad: '#ffb3ab',
  badTint: '#351c1b',
};

function schemeOf(
  accent: string,
  { end, tint, ground, card, ink, quiet, edge, control, bad, badTint }: Neutrals,
) {
  const page = mixed(ground, accent, tint);
  const grounds = [card, page];
  const link = readableOn(grounds, accent, end);
  return {
    page,
    card,
    ink,
    /** Less important text. */
    quiet: readableOn(grounds, quiet, end),
    /** Lines that only divide. */
    edge: mixed(edge, accent, tint),
    /** The border of fields. */
    control,
    /** Links, borders of buttons and focus outlines. */
    link,
    linkHover: mixed(link, end, HOVER),
    bad,
    badTint,
  };
}
