import fc from 'fast-check';
import { Json, WrittenAnswer, successText } from './json';
import { success } from './render';

describe('successText', () => {
  it('gives the same text as serializing the whole success', () => {
    // Objects put keys that are whole numbers first; the API has no such field.
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

  it('leaves out undefined fields', () => {
    expect(successText({ a: new Json('[1]'), b: undefined, c: null })).toBe(
      '{"status":"ok","a":[1],"c":null}',
    );
  });

  it('is null without a Json', () => {
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
])('serializes %s beside a Json', (_, value, text) => {
  expect(successText({ value, json: new Json('{}') })).toBe(`{"status":"ok","value":${text},"json":{}}`);
});

it('serializes a list of Json, and leaves an empty list to the framework', () => {
  expect(successText({ list: [new Json('{"a":1}')] })).toBe('{"status":"ok","list":[{"a":1}]}');
  expect(successText({ list: [] })).toBeNull();
});

it('joins fields, Json included, into an object, and leaves out undefined ones', () => {
  const fields = { a: new Json('{"b":1}'), c: undefined, d: [new Json('{}')], e: 2 };
  expect(Json.of(fields).text).toBe('{"a":{"b":1},"d":[{}],"e":2}');
});

it('adds fields at the end of an object, Json included, and leaves out undefined ones', () => {
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

  it('does not keep a larger buffer in memory', () => {
    const { bytes } = WrittenAnswer.success({ a: 1 });
    expect(bytes.buffer.byteLength).toBe(bytes.length);
  });
});
