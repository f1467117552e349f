export { contrast, readableOn, textOn } from './contrast';
export { escapedHtml, type Font, FONT_NAMES, FONTS } from './fonts';
export { DEFAULT_ACCENT, paletteOf, type Scheme } from './palette';
