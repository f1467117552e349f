import { DEFAULT_ACCENT, type Font, FONTS, paletteOf, type Scheme } from '#libs/look';

/** What a fan club chooses. Null: the look of the service. */
export interface Choices {
  readonly accentColor: string | null;
  readonly font: Font | null;
}

/** The variables of `views/style.css` for the pages of no fan club. */
export const SERVICE_STYLE = styleOf({ accentColor: DEFAULT_ACCENT, font: 'system' });

/** The style sheet with a fan club's choices; null if it has made none. It must follow the style sheet of all pages. */
export function lookStyle({ accentColor, font }: Choices): string | null {
  return accentColor === null && font === null ? null : styleOf({ accentColor, font });
}

function styleOf({ accentColor, font }: Choices): string {
  const fontVariable = font === null ? [] : [`--font:${FONTS[font]}`];
  if (accentColor === null) return `:root{${fontVariable.join(';')}}`;
  const { fill, fillHover, onFill, light, dark } = paletteOf(accentColor);
  const common = [`--fill:${fill}`, `--fill-strong:${fillHover}`, `--on-fill:${onFill}`];
  return (
    `:root{${[...fontVariable, ...common, ...variablesOf(light)].join(';')}}` +
    `@media (prefers-color-scheme:dark){:root{${variablesOf(dark).join(';')}}}`
  );
}

function variablesOf(scheme: Scheme): string[] {
  return [
    `--page:${scheme.page}`,
    `--card:${scheme.card}`,
    `--ink:${scheme.ink}`,
    `--quiet:${scheme.quiet}`,
    `--edge:${scheme.edge}`,
    `--control:${scheme.control}`,
    `--accent:${scheme.link}`,
    `--accent-strong:${scheme.linkHover}`,
    `--bad:${scheme.bad}`,
    `--bad-tint:${scheme.badTint}`,
  ];
}
