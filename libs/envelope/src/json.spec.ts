import fc from 'fast-check';
import { Json, WrittenAnswer, writtenSuccess } from './json';
import { success } from './render';

describe('a success with parts that are written already', () => {
  it('is the text of the same success written as a whole', () => {
    // An object puts names that are whole numbers first; no field of the API is named like that.
    const name = fc.string().filter((text) => !/^\d+$/.test(text));
    const field = fc.record({ value: fc.jsonValue(), written: fc.boolean() });
    const content = fc.dictionary(name, field, { minKeys: 1 });
    fc.assert(
      fc.property(content, (fields) => {
        fc.pre(Object.values(fields).some(({ written }) => written));
        fc.pre(!('status' in fields) && !('__proto__' in fields));
        const plain = Object.entries(fields).map(([name, { value }]) => [name, value] as const);
        const partly = Object.entries(fields).map(([name, { value, written }]) => [
          name,
          written ? new Json(JSON.stringify(value)) : value,
        ]);
        const text = JSON.stringify(success(Object.fromEntries(plain)));
        expect(writtenSuccess(Object.fromEntries(partly) as object)).toBe(text);
        expect(JSON.stringify(success(Object.fromEntries(partly) as object))).toBe(text);
      }),
    );
  });

  it('leaves out what is undefined', () => {
    expect(writtenSuccess({ a: new Json('[1]'), b: undefined, c: null })).toBe(
      '{"status":"ok","a":[1],"c":null}',
    );
  });

  it('is none without such a part', () => {
    expect([
      writtenSuccess({ a: 1 }),
      writtenSuccess({}),
      writtenSuccess(undefined),
      writtenSuccess(null),
    ]).toEqual([null, null, null, null]);
  });
});

it('a list of written items is written', () => {
  expect(Json.list([]).text).toBe('[]');
  expect(Json.list([new Json('1'), new Json('{"a":2}')]).text).toBe('[1,{"a":2}]');
});

it('an object with written parts is written, at any depth', () => {
  const inner = Json.object({ b: new Json('[2]'), 'c"': undefined, d: 'x' });
  expect(inner.text).toBe('{"b":[2],"d":"x"}');
  expect(Json.object({ 'a"': inner, e: null }).text).toBe('{"a\\"":{"b":[2],"d":"x"},"e":null}');
  expect(Json.object({}).text).toBe('{}');
});

describe('a written answer', () => {
  it.each([undefined, { a: 'ö' }, { a: new Json('[1]') }])('is the success of %j', (content) => {
    expect(WrittenAnswer.success(content).bytes.toString()).toBe(JSON.stringify(success(content)));
  });

  it('holds on to no more memory than its own', () => {
    const { bytes } = WrittenAnswer.success({ a: 1 });
    expect(bytes.buffer.byteLength).toBe(bytes.length);
  });
});
