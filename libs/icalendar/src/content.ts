/** Octets of a line, without its end (RFC 5545, 3.1). */
const MAX_LINE = 75;

/** A document of content lines. */
export function icalendar(lines: readonly string[]): string {
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** A value of type TEXT. Control characters except line breaks become spaces, because the format does not allow them. */
export function text(value: string): string {
  return value
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|[\r\n]/g, '\\n')
    .replace(/\p{Cc}/gu, ' ');
}

/** A continued line begins with a space. Lines are measured in octets, but must not be split inside a character. */
function folded(line: string): string {
  if (Buffer.byteLength(line) <= MAX_LINE) return line;
  const octets = Buffer.from(line);
  const parts: string[] = [];
  for (let from = 0, to = 0; from < octets.length; from = to) {
    to = Math.min(from + (from === 0 ? MAX_LINE : MAX_LINE - 1), octets.length);
    while (isContinuation(octets[to])) to -= 1;
    parts.push(octets.toString('utf8', from, to));
  }
  return parts.join('\r\n ');
}

/** Whether an octet is inside a UTF-8 character. */
const isContinuation = (octet: number | undefined): boolean => octet !== undefined && (octet & 0xc0) === 0x80;
