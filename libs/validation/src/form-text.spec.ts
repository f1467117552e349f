import fc from 'fast-check';
import { formText, isStorable, LONGEST_TEXT } from './form-text';

describe('formText', () => {
  it.each<[unknown, string]>([
    [undefined, ''],
    [null, ''],
    [' \t\n', ''],
    [' Ada ', 'Ada'],
    [90210, '90210'],
    [0, '0'],
    ['😀'.repeat(LONGEST_TEXT), '😀'.repeat(LONGEST_TEXT)],
  ])('reads %j as %j', (value, text) => expect(formText(value)).toEqual({ text, fault: null }));

  it.each([true, false, [], ['Ada'], {}, 1.5, 1e300, Infinity, NaN, 'a\0b', 'a\ud800', '\udc00b'])(
    'does not take %j for a text',
    (value) => expect(formText(value)).toEqual({ text: '', fault: 'is invalid' }),
  );

  it('says how long a text may be', () => {
    expect(formText('x'.repeat(LONGEST_TEXT + 1)).fault).toBe('is too long (maximum is 255 characters)');
    expect(formText(` ${'x'.repeat(3)} `, 3).fault).toBeNull();
    expect(formText('xxxx', 3).fault).toBe('is too long (maximum is 3 characters)');
  });

  it('never throws, and what it passes can be stored', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.string({ unit: 'binary' })), (value) => {
        const { text, fault } = formText(value);
        expect(fault !== null || (isStorable(text) && text.trim() === text)).toBe(true);
      }),
    );
  });
});
