import fc from 'fast-check';
import { faultsOf, without } from './faults';
import { Nested, Others, Required, UNUSABLE, Wrapper } from './fields';
import { DtoPipe, fill } from './fill';
import { OptionalInt, OptionalList } from './lenient';
import { isStorable } from './text';
import {
  CalendarDate,
  Consent,
  CountryCode,
  EmailAddress,
  MAX_TEXT_LENGTH,
  readText,
  Secret,
  Text,
} from './text-fields';

class Inner {
  @Required() @Text() name?: string | null;
}

class Body {
  @Required() @EmailAddress() email?: string | null;
  @Text() text?: string | null;
  @CalendarDate() day?: string | null;
  @CountryCode() country?: string | null;
  @Secret() secret?: string | null;
  @Consent() consent?: boolean | null;
  @Nested(Inner) inner?: Inner | null;
  @Others(/^x_/) extras: Readonly<Record<string, unknown>> = {};
  @Wrapper() wrapped?: true;
}

class Query {
  @OptionalInt({ max: 9 }) limit?: number = 5;
  @OptionalList() tags?: string[];
}

class OnlyOthers {
  @Others(/^x_/) extras: Readonly<Record<string, unknown>> = {};
}

/** Some of them make class-transformer throw. */
const OBJECTS: unknown[] = [[], ['x'], {}, { constructor: 1 }, { then: 1 }, 'a\0'];

describe('fill', () => {
  it('reads the fields of the class, and drops others', () => {
    const sent = {
      text: ' x ',
      country: 'gb',
      secret: ' s ',
      consent: 'on',
      other: 1,
      inner: { name: 7, more: 1 },
    };
    expect(fill(Body, sent)).toEqual({
      text: 'x',
      country: 'GB',
      secret: ' s ',
      consent: true,
      inner: { name: '7' },
      extras: {},
    });
    expect(fill(Body, sent).inner).toBeInstanceOf(Inner);
  });

  it('distinguishes a field that was not sent from a blank one', () => {
    expect(fill(Body, { text: ' ' })).toEqual({ text: null, extras: {} });
    expect(fill(Body, { text: null, inner: null })).toEqual({ text: null, inner: null, extras: {} });
  });

  it.each([undefined, null, 'x', 1, [], ['text']])('has no fields for %j', (sent) =>
    expect(fill(Body, sent)).toEqual({ extras: {} }),
  );

  it('collects other fields as they are, if their names match', () => {
    const extras = { x_1: { constructor: [1] }, x_2: null };
    expect(fill(Body, { ...extras, y: 1, extras: 'x', text: 'a' }).extras).toEqual(extras);
  });

  it('reads fields in the wrapper first', () => {
    const sent = {
      text: 'outside',
      email: 'a@x.example',
      wrapped: { text: 'inside', x_1: 1 },
    };
    expect(fill(Body, sent)).toEqual({ text: 'inside', email: 'a@x.example', wrapped: true, extras: {} });
    expect(fill(Body, { text: 'outside', wrapped: ['x'] })).toEqual({ text: 'outside', extras: {} });
  });

  it.each(OBJECTS)('reads %j as UNUSABLE for a text', (text) =>
    expect(fill(Body, { text }).text).toBe(UNUSABLE),
  );

  it('reads own properties only', () =>
    expect(fill(Body, Object.create({ text: 'x' }))).toEqual({ extras: {} }));

  it('never throws, and its texts can be stored', () => {
    const value = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }));
    const names = fc.constantFrom('email', 'text', 'day', 'country', 'secret', 'consent', 'inner', 'wrapped');
    fc.assert(
      fc.property(fc.dictionary(names, value), (sent) => {
        const body = fill(Body, sent);
        if (faultsOf(body).has('text')) return;
        expect(isStorable(body.text ?? '')).toBe(true);
      }),
    );
  });
});

describe('DtoPipe', () => {
  const pipe = new DtoPipe();

  it('creates a new DTO for each query and body', () => {
    const metadata = { type: 'query', metatype: Query } as const;
    expect(pipe.transform({ limit: '20', key: 'x' }, metadata)).toEqual({ limit: 9, tags: undefined });
    expect(pipe.transform({ key: 'x' }, metadata)).toStrictEqual(new Query());
    expect(pipe.transform({}, metadata)).not.toBe(pipe.transform({}, metadata));
    expect(pipe.transform({ x_1: 1, y: 1 }, { type: 'body', metatype: OnlyOthers })).toEqual({
      extras: { x_1: 1 },
    });
  });

  it.each([
    ['a class without fields', { type: 'query', metatype: Object }],
    ['no class', { type: 'body', metatype: undefined }],
    ['one parameter', { type: 'query', metatype: Query, data: 'limit' }],
    ['a path', { type: 'param', metatype: Query }],
  ] as const)('leaves the value of %s', (_name, metadata) => {
    const value = { limit: '20' };
    expect(pipe.transform(value, metadata)).toBe(value);
  });
});

describe('faultsOf', () => {
  const messages = <T extends object>(
    body: T,
    needed: readonly (keyof T & string)[] = [],
  ): readonly string[] => {
    try {
      faultsOf(body, needed).throwIfAny();
      return [];
    } catch (error) {
      return (error as { messages: readonly string[] }).messages;
    }
  };

  it('reports every fault, in the order of the fields', () => {
    expect(messages(fill(Body, { country: 'ZZ', day: 'x', text: {}, email: 'x' }))).toEqual([
      'Email does not appear to be valid',
      'Text is invalid',
      'Day is not a valid date',
      'Country is not included in the list',
    ]);
  });

  it('reports missing fields that are required always or this time', () => {
    expect(messages(fill(Body, { text: ' ' }), ['text', 'day'])).toEqual([
      "Email can't be blank",
      "Text can't be blank",
      "Day can't be blank",
    ]);
    expect(messages(fill(Body, { email: 'a@x.example', text: {} }), ['text'])).toEqual(['Text is invalid']);
  });

  it('reports nothing for a removed field', () => {
    const body = fill(Body, { email: 'a@x.example', text: {} });
    expect(messages(without(body, ['text']))).toEqual([]);
    expect(messages(body)).toEqual(['Text is invalid']);
  });
});

describe('readText', () => {
  it.each<[unknown, string | null | undefined]>([
    [undefined, undefined],
    [null, null],
    [' \t\n', null],
    [' Ada ', 'Ada'],
    [90210, '90210'],
    [0, '0'],
  ])('reads %j as %j', (value, text) => expect(readText(value)).toBe(text));

  it.each([true, false, [], ['Ada'], {}, 1.5, 1e300, Infinity, NaN, 'a\0b', 'a\ud800', '\udc00b'])(
    'reads %j as UNUSABLE',
    (value) => expect(readText(value)).toBe(UNUSABLE),
  );

  it('reads long texts, which @Text() limits to 255 characters', () => {
    expect(faultsOf(fill(Inner, { name: '😀'.repeat(MAX_TEXT_LENGTH) })).isEmpty).toBe(true);
    expect(faultsOf(fill(Inner, { name: 'x'.repeat(MAX_TEXT_LENGTH + 1) })).isEmpty).toBe(false);
  });
});
