import type { TextPiece } from '#pages';

/** Web addresses. A full stop or bracket after an address belongs to the sentence. */
const ADDRESS = /https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]]/g;

/** The text of a mail as its page shows it: paragraphs of lines, in which web addresses are links. */
export function textOfMail(text: string): TextPiece[][][] {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => paragraph.split('\n').map(withLinks));
}

function withLinks(line: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const { index, 0: address } of line.matchAll(ADDRESS)) {
    if (index > end) pieces.push({ text: line.slice(end, index), href: null });
    pieces.push({ text: address, href: address });
    end = index + address.length;
  }
  if (end < line.length) pieces.push({ text: line.slice(end), href: null });
  return pieces;
}
