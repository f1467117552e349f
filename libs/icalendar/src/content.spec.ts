import fc from 'fast-check';
import ICAL from 'ical.js';
import { icalendar, text } from './content';

/** The value of a text after a calendar program has read it. */
function readBack(value: string): unknown {
  const document = icalendar(['BEGIN:VCALENDAR', `SUMMARY:${text(value)}`, 'END:VCALENDAR']);
  return new ICAL.Component(ICAL.parse(document) as unknown[]).getFirstPropertyValue('summary');
}

describe('a text', () => {
  it.each([
    ['Oslo, Rockefeller; doors: 18:00', 'SUMMARY:Oslo\\, Rockefeller\\; doors: 18:00'],
    ['a\nb\r\nc\rd', 'SUMMARY:a\\nb\\nc\\nd'],
    ['C:\\new', 'SUMMARY:C:\\\\new'],
    ['a\u0000b\u001bc\u0085d\te', 'SUMMARY:a b c d e'],
    ['BEGIN:VEVENT\r\nEND:VEVENT', 'SUMMARY:BEGIN:VEVENT\\nEND:VEVENT'],
  ])('of %j is escaped', (value, line) => {
    expect(icalendar([`SUMMARY:${text(value)}`])).toBe(`${line}\r\n`);
  });

  it('is read back unchanged by a calendar program', () => {
    const unicode = fc
      .string({ unit: 'grapheme', maxLength: 300 })
      .map((value) => value.replace(/\p{Cc}/gu, '\n'));
    const marks = fc.string({
      unit: fc.constantFrom('\\', ',', ';', ':', '"', '\n', 'n', 'ü', ' '),
      maxLength: 200,
    });
    fc.assert(fc.property(fc.oneof(unicode, marks), (value) => readBack(value) === value));
  });
});

describe('a line', () => {
  it('has at most 75 octets, and is never split inside a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (value) => {
        const line = `X:${text(value)}`;
        const written = icalendar([line]);
        const pieces = written.slice(0, -2).split('\r\n');
        expect(pieces.every((piece) => Buffer.byteLength(piece) <= 75)).toBe(true);
        expect(pieces.map((piece, n) => (n === 0 ? piece : piece.slice(1))).join('')).toBe(line);
      }),
    );
  });

  it('is folded only if it is longer', () => {
    expect(icalendar(['x'.repeat(75)])).toBe(`${'x'.repeat(75)}\r\n`);
    expect(icalendar(['x'.repeat(76)])).toBe(`${'x'.repeat(75)}\r\n x\r\n`);
    expect(icalendar([`${'x'.repeat(74)}ü`])).toBe(`${'x'.repeat(74)}\r\n ü\r\n`);
  });
});
