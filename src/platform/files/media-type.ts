/** How many bytes {@link mediaTypeOf} needs. */
export const HEAD_BYTES = 4_096;

const ascii = (text: string, at = 0) => ({ at, bytes: Buffer.from(text, 'latin1') });
const bytes = (...values: number[]) => ({ at: 0, bytes: Buffer.from(values) });

/** What files of each type begin with; all of an entry must match. The first entry that matches counts. */
const SIGNATURES: readonly (readonly [string, ...ReturnType<typeof ascii>[]])[] = [
  ['application/pdf', ascii('%PDF-')],
  ['image/png', bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)],
  ['image/jpeg', bytes(0xff, 0xd8, 0xff)],
  ['image/gif', ascii('GIF8')],
  ['image/webp', ascii('RIFF'), ascii('WEBP', 8)],
  ['audio/wav', ascii('RIFF'), ascii('WAVE', 8)],
  ['audio/flac', ascii('fLaC')],
  ['audio/mpeg', ascii('ID3')],
  ['audio/mpeg', bytes(0xff, 0xfb)],
  ['audio/mpeg', bytes(0xff, 0xf3)],
  ['audio/ogg', ascii('OggS')],
  ['image/avif', ascii('ftypavif', 4)],
  ['image/heic', ascii('ftypheic', 4)],
  ['audio/mp4', ascii('ftypM4A', 4)],
  ['video/quicktime', ascii('ftypqt', 4)],
  ['video/mp4', ascii('ftyp', 4)],
  ['video/webm', bytes(0x1a, 0x45, 0xdf, 0xa3)],
  ['application/epub+zip', ascii('PK\u0003\u0004'), ascii('mimetypeapplication/epub+zip', 30)],
  ['application/zip', ascii('PK\u0003\u0004')],
];

/** The types that {@link mediaTypeOf} returns. None of them is one that browsers run or render as a page. */
export const MEDIA_TYPES: readonly string[] = [
  ...new Set(SIGNATURES.map(([type]) => type)),
  'text/plain',
  'application/octet-stream',
];

/** The media type of a file by its first bytes. HTML and SVG count as plain text, whatever their name is. */
export function mediaTypeOf(head: Buffer): string {
  const found = SIGNATURES.find(([, ...parts]) =>
    parts.every(({ at, bytes: wanted }) => head.subarray(at, at + wanted.length).equals(wanted)),
  );
  if (found) return found[0];
  return isText(head) ? 'text/plain' : 'application/octet-stream';
}

function isText(head: Buffer): boolean {
  if (head.length === 0 || head.includes(0)) return false;
  try {
    // `stream`: the last character may be cut off.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}
