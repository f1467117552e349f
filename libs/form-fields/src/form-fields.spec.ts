import fc from 'fast-check';
import {
  type FormFields,
  formPairs,
  FormTooDeep,
  type FormValue,
  MalformedForm,
  nestPairs,
} from './form-fields';

const read = (text: string): FormFields => nestPairs(formPairs(text), 20);

describe('formPairs', () => {
  it('decodes escapes and plus signs, also in names', () => {
    expect(formPairs('a+b=c%20d&%C3%BC=%26%3D')).toEqual([
      ['a b', 'c d'],
      ['ü', '&='],
    ]);
  });

  it('accepts a field without value, and splits at the first equals sign only', () => {
    expect(formPairs('a&b=&=c&&d=e=f&')).toEqual([
      ['a', ''],
      ['b', ''],
      ['', 'c'],
      ['d', 'e=f'],
    ]);
  });

  it.each(['a=%', 'a=%zz', '%=a', 'a=%ff', 'a=%C3', 'a=%ED%A0%80'])('refuses %s', (text) => {
    expect(() => formPairs(text)).toThrow(MalformedForm);
  });

  it('reads what URLSearchParams writes', () => {
    const pairs = fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' })));
    fc.assert(
      fc.property(pairs, (sent) => {
        expect(formPairs(new URLSearchParams(sent).toString())).toEqual(sent);
      }),
    );
  });

  it('throws only its own errors, for any text', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '%', '4', 'f', '=', '&', '+', '[', ']', '\0', 'ü') });
    fc.assert(
      fc.property(text, (sent) => {
        try {
          nestPairs(formPairs(sent), 3);
        } catch (error) {
          expect(error instanceof MalformedForm || error instanceof FormTooDeep).toBe(true);
        }
      }),
    );
  });
});

describe('nestPairs', () => {
  it.each([
    ['fields within a field', 'a[b]=1&a[c]=2', { a: { b: '1', c: '2' } }],
    ['fields within fields', 'a[b][c]=1&a[b][d]=2', { a: { b: { c: '1', d: '2' } } }],
    ['a list', 'a[]=1&a[]=2', { a: ['1', '2'] }],
    ['a list within a field', 'a[b][]=1', { a: { b: ['1'] } }],
    ['one item for each field in a list', 'a[][b]=1&a[][b]=2', { a: [{ b: '1' }, { b: '2' }] }],
    ['numbers as names', 'a[0]=1&a[1]=2', { a: { 0: '1', 1: '2' } }],
    ['the last of two', 'a=1&a=2', { a: '2' }],
    ['the last of a text and fields', 'a=1&a[b]=2', { a: { b: '2' } }],
    ['the last of fields and a text', 'a[b]=2&a=1', { a: '1' }],
    ['the last of fields and a list', 'a[b]=2&a[]=1', { a: ['1'] }],
    [
      'unpaired brackets a part of the name',
      'a[b=1&c]=2&[d]=3&e[f]g=4',
      {
        'a[b': '1',
        'c]': '2',
        '[d]': '3',
        'e[f]g': '4',
      },
    ],
    ['brackets that are escaped as brackets', 'a%5Bb%5D=1', { a: { b: '1' } }],
    [
      'fields of names that every object has',
      'constructor[name]=1&a[toString]=2',
      {
        constructor: { name: '1' },
        a: { toString: '2' },
      },
    ],
    ['no prototype', '__proto__[x]=1&a[__proto__][x]=2&a[__proto__]=3&__proto__=4&b=5', { b: '5' }],
  ])('makes %s', (_, text, fields) => {
    expect(read(text)).toEqual(fields);
  });

  it('never changes a prototype', () => {
    const name = fc
      .array(fc.constantFrom('__proto__', 'constructor', 'prototype', 'a', ''), {
        minLength: 1,
        maxLength: 5,
      })
      .map(([first, ...rest]) => first + rest.map((part) => `[${part}]`).join(''));
    fc.assert(
      fc.property(fc.array(fc.tuple(name, fc.string())), (pairs) => {
        nestPairs(pairs, 20);
        expect(Reflect.ownKeys(Object.prototype)).toEqual(expect.not.arrayContaining(['a', 'x', '']));
        expect(Object.prototype.constructor).toBe(Object);
        expect(Object.getPrototypeOf(nestPairs(pairs, 20))).toBe(Object.prototype);
        expect(typeof Object.assign).toBe('function');
        expect(Object.hasOwn(Object, 'a')).toBe(false);
      }),
    );
  });

  it('counts the outermost object as the first level', () => {
    expect(nestPairs([['a[b]', '1']], 2)).toEqual({ a: { b: '1' } });
    expect(() => nestPairs([['a[b][c]', '1']], 2)).toThrow(FormTooDeep);
    expect(() => nestPairs([['a[b][]', '1']], 2)).toThrow(FormTooDeep);
  });

  it('restores fields that were flattened into pairs', () => {
    const name = fc.stringMatching(/^[^[\]]+$/).filter((one) => one !== '__proto__');
    const { fields } = fc.letrec<{ fields: FormFields; value: FormValue }>((tie) => ({
      fields: fc.dictionary(name, tie('value'), { minKeys: 1, maxKeys: 3, noNullPrototype: true }),
      value: fc.oneof({ maxDepth: 4 }, fc.string(), fc.array(fc.string(), { minLength: 1 }), tie('fields')),
    }));
    fc.assert(
      fc.property(fields, (sent) => {
        expect(nestPairs(spread(sent), 20)).toEqual(sent);
      }),
    );
  });
});

function spread(value: FormValue, name = ''): [string, string][] {
  if (typeof value === 'string') return [[name, value]];
  if (Array.isArray(value)) return value.flatMap((one) => spread(one, `${name}[]`));
  return Object.entries(value).flatMap(([key, one]) => spread(one, name === '' ? key : `${name}[${key}]`));
}
