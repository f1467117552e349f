export { contrast, readableOn, textOn } from './contrast';
export { escapedHtml } from './html';
export { type Font, FONT_NAMES, FONTS } from './fonts';
export { DEFAULT_ACCENT, type Palette, paletteOf, type Scheme } from './palette';
