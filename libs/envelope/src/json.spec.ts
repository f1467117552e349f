import fc from 'fast-check';
import { Json, WrittenAnswer, successText } from './json';
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
        expect(successText(Object.fromEntries(partly) as object)).toBe(text);
        expect(JSON.stringify(success(Object.fromEntries(partly) as object))).toBe(text);
      }),
    );
  });

  it('leaves out what is undefined', () => {
    expect(successText({ a: new Json('[1]'), b: undefined, c: null })).toBe(
      '{"status":"ok","a":[1],"c":null}',
    );
  });

  it('is none without such a part', () => {
    expect([successText({ a: 1 }), successText({}), successText(undefined), successText(null)]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});

it.each<[string, object, string]>([
  ['a list of Json', [new Json('{"a":1}'), new Json('{}')], '[{"a":1},{}]'],
  ['a list of Json and others', [new Json('{"a":1}'), 'x', undefined, null], '[{"a":1},"x",null,null]'],
  ['a list that begins with others', ['x', new Json('{"a":1}')], '["x",{"a":1}]'],
  ['a nested Json', { c: { d: new Json('{"a":1}') } }, '{"c":{"d":{"a":1}}}'],
])('%s is written beside a Json', (_, value, text) => {
  expect(successText({ value, json: new Json('{}') })).toBe(`{"status":"ok","value":${text},"json":{}}`);
});

it('a list of Json alone is written, an empty list is left to the framework', () => {
  expect(successText({ list: [new Json('{"a":1}')] })).toBe('{"status":"ok","list":[{"a":1}]}');
  expect(successText({ list: [] })).toBeNull();
});

it('an object has further fields at its end, Json among them, and no undefined ones', () => {
  const inner = new Json('{}').with({ b: [new Json('{"c":2}')], 'c"': undefined, d: 'x' });
  expect(inner.text).toBe('{"b":[{"c":2}],"d":"x"}');
  expect(inner.with({ 'a"': new Json('{}'), e: null }).text).toBe(
    '{"b":[{"c":2}],"d":"x","a\\"":{},"e":null}',
  );
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
