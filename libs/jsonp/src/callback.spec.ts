import fc from 'fast-check';
import { createContext, runInContext, Script } from 'node:vm';
import { isCallback, renderJsonp } from './callback';

describe('a callback', () => {
  it.each([
    'cb',
    '_',
    '$',
    '$1',
    'jQuery36007_1650000000000',
    'angular.callbacks._0',
    'a.b.c.d.e',
    'x'.repeat(128),
  ])('can be named %s', (name) => expect(isCallback(name)).toBe(true));

  it.each<[unknown]>([
    [''],
    [' '],
    ['1a'],
    ['a.'],
    ['.a'],
    ['a..b'],
    ['a.1'],
    ['a.b.c.d.e.f'],
    ['a b'],
    ['a\n'],
    ['a-b'],
    ['a[0]'],
    ['a()'],
    ['a;alert(1)'],
    ['a/**/'],
    ['<script>'],
    ['é'],
    ['a\u2028'],
    ['ａ'],
    ['x'.repeat(129)],
    [['a']],
    [1],
    [null],
    [undefined],
  ])('cannot be named %j', (name) => expect(isCallback(name)).toBe(false));

  it('consists of names and dots only', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[\w$.;() ]+$/)), (name) => {
        if (isCallback(name)) expect(name).toMatch(/^[\w$.]{1,128}$/);
      }),
    );
  });
});

describe('the script', () => {
  const name = fc
    .stringMatching(/^[A-Za-z_$][\w$]{0,8}(\.[A-Za-z_$][\w$]{0,8}){0,4}$/)
    .filter((one) => isCallback(one) && one !== '__proto__' && isReadable(`typeof ${one}`));
  const value = fc.oneof(
    fc.jsonValue(),
    fc.string({ unit: fc.constantFrom('<', '/', '\u2028', '\u2029', '"', '\\', '!', '-', '>', 'script') }),
  );

  it('calls the function with exactly the value of the JSON', () => {
    fc.assert(
      fc.property(name, value, (callback, sent) => {
        const json = JSON.stringify(sent);
        expect(JSON.stringify(called(callback, renderJsonp(callback, json)))).toBe(json);
      }),
    );
  });

  it('never sets a prototype', () => {
    const json = '[{"__proto__":{"a":1}},{"x":"\\"__proto__\\":"},"__proto__"]';
    expect(JSON.stringify(called('cb', renderJsonp('cb', json)))).toBe(json);
  });

  it('does nothing if there is no such function', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^f_[a-z]{1,8}$/), value, (callback, sent) => {
        expect(() =>
          runInContext(renderJsonp(callback, JSON.stringify(sent)), createContext({})),
        ).not.toThrow();
      }),
    );
  });

  it('contains nothing that ends a script element or a line', () => {
    fc.assert(
      fc.property(value, (sent) => {
        expect(renderJsonp('cb', JSON.stringify(sent))).not.toMatch(/[<\u2028\u2029\n]/);
      }),
    );
  });

  it('has a fixed form', () => {
    expect(renderJsonp('a.b', '{"x":"</script>\u2028"}')).toBe(
      `/**/ typeof a.b === 'function' && a.b({"x":"\\u003c/script>\\u2028"});`,
    );
  });
});

/** Whether JavaScript accepts the expression: `if` is not a name. */
function isReadable(expression: string): boolean {
  try {
    new Script(expression);
    return true;
  } catch {
    return false;
  }
}

/** The argument with which a script calls the function of that name. */
function called(callback: string, script: string): unknown {
  const calls: unknown[] = [];
  const page = Object.create(null) as Record<string, unknown>;
  const path = callback.split('.');
  const last = path.pop()!;
  const owner = path.reduce((object, part) => {
    const inner = Object.create(null) as Record<string, unknown>;
    object[part] = inner;
    return inner;
  }, page);
  owner[last] = (argument: unknown) => calls.push(argument);
  runInContext(script, createContext(page));
  expect(calls).toHaveLength(1);
  return calls[0];
}
