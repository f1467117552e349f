import fc from 'fast-check';
import { Faults } from '#platform/catalogue';
import { JsonOutline, MalformedJson } from './json-outline';
import type { Member } from './batches';
import { longListAt } from './source';
import { examples, it, itInBoth } from '../../../test/suite/form';

function read(
  text: string | Uint8Array,
  pieces = 7,
): { outline: unknown; members: Member[]; faults: Faults } {
  const faults = new Faults();
  const json = new JsonOutline((place) => longListAt(['customers', 'contacts'], place), faults);
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  for (let at = 0; at < bytes.length; at += pieces) json.write(bytes.subarray(at, at + pieces));
  json.end();
  return { outline: json.outline, members: json.take(), faults };
}

describe('JsonOutline', () => {
  it('reads the same value as JSON.parse, for pieces of any size', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.integer({ min: 1, max: 20 }), (text, pieces) => {
        const { outline } = read(text, pieces);
        expect(JSON.stringify(outline)).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  itInBoth('refuses every text that JSON.parse refuses', () => {
    const token = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '1',
      'null',
      'true',
      ' ',
      '-',
      '.5',
      '"',
    );
    fc.assert(
      fc.property(fc.array(token, { maxLength: 8 }), (tokens) => {
        const text = tokens.join('');
        let valid = true;
        try {
          JSON.parse(text);
        } catch {
          valid = false;
        }
        if (valid) expect(() => read(text)).not.toThrow();
        else expect(() => read(text)).toThrow(MalformedJson);
      }),
      { numRuns: examples(2_000) },
    );
  });

  it('passes on customers and contacts with their places, and keeps the rest', () => {
    const text = JSON.stringify({
      organizations: [{ fanclubs: [{}, { customers: [{ id: 1 }, 'x'], name: 'Club', contacts: [[]] }] }],
      customers: [1],
    });
    const { outline, members } = read(text);
    expect(JSON.parse(JSON.stringify(outline))).toEqual({
      organizations: [{ fanclubs: [{}, { customers: [], name: 'Club', contacts: [] }] }],
      customers: [1],
    });
    expect(JSON.parse(JSON.stringify(members))).toEqual([
      { list: 'customers', organization: 0, fanclub: 1, index: 0, value: { id: 1 } },
      { list: 'customers', organization: 0, fanclub: 1, index: 1, value: 'x' },
      { list: 'contacts', organization: 0, fanclub: 1, index: 0, value: [] },
    ]);
  });

  it('reports a field that an object has twice', () => {
    const { faults } = read('{"organizations": [{"name": "a", "name": "b"}]}');
    expect(faults.found).toEqual([
      { path: 'organizations[0].name', message: 'is given twice in this object' },
    ]);
  });

  it('reads a text with a byte order mark', () => {
    expect(read('\ufeff{"a": "\u00e9"}').outline).toEqual(
      Object.assign(Object.create(null), { a: '\u00e9' }),
    );
  });

  it('refuses malformed texts, and shows no content of them', () => {
    expect(() => read(Buffer.from([0x22, 0xc3, 0x28, 0x22]))).toThrow(MalformedJson);
    expect(() => read('['.repeat(100_000))).toThrow('it is nested too deeply');
    expect(() => read('')).toThrow('it ends too early');
    expect(() => read('{"a": [,]}')).toThrow('unexpected ",", at byte 7');
    expect(() => read('{"password" "hunter2"}')).toThrow(/^unexpected text, at byte 12$/);
    expect(() => read('{} {}')).toThrow(MalformedJson);
  });
});
