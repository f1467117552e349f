/**
 * Fonts that systems have: for each name those of Apple, Windows, Android and Linux that look alike, and a generic family.
 * Names with spaces are in single quotes, so that a list can stand in an attribute.
 */
export const FONTS = {
  system: "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Liberation Sans',sans-serif",
  humanist: "Seravek,'Gill Sans Nova','Gill Sans',Ubuntu,Calibri,'DejaVu Sans',source-sans-pro,sans-serif",
  geometric: "Avenir,'Avenir Next',Montserrat,Corbel,'URW Gothic',source-sans-pro,sans-serif",
  rounded:
    "ui-rounded,'Hiragino Maru Gothic ProN',Quicksand,Comfortaa,Manjari,'Arial Rounded MT Bold',Calibri,source-sans-pro,sans-serif",
  serif: "'Iowan Old Style','Palatino Linotype','URW Palladio L',P052,'Noto Serif',serif",
  slab: "Rockwell,'Rockwell Nova','Roboto Slab','DejaVu Serif','Sitka Small',serif",
  typewriter: "'Courier Prime','Nimbus Mono PS','Courier New',Cousine,monospace",
} as const;

export type Font = keyof typeof FONTS;

export const FONT_NAMES = Object.keys(FONTS) as [Font, ...Font[]];

/** Escapes a text for HTML, also for an attribute in quotes. */
export function escapedHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
