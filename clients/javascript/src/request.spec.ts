import fc from 'fast-check';
import { formPairs, nestPairs } from '../../../libs/form-fields/src/form-fields.ts';
import { type Field, fillPath, toForm, toQuery } from './request.ts';

/** What the service reads from a form. */
const readByService = (form: URLSearchParams) => nestPairs(formPairs(form.toString()), 20);

describe('a path', () => {
  it('takes the fields that it names, encoded, and leaves the others', () => {
    expect(fillPath('/a/{id}/b/{name}', { id: 12, name: '../?', page: 2 })).toEqual({
      path: '/a/12/b/..%2F%3F',
      rest: { page: 2 },
    });
  });

  it.each([{}, { id: null }, { id: undefined }, { id: [1] }])('refuses the fields %j', (fields) => {
    expect(() => fillPath('/events/{id}', fields)).toThrow(new TypeError('/events/{id} needs the field id.'));
  });
});

describe('a query', () => {
  it('separates lists by commas, and leaves out null and undefined', () => {
    const query = toQuery({ tags: ['tour', 'uk'], limit: 10, order: undefined, scope: null, blank: '' });
    expect(query.toString()).toBe('tags=tour%2Cuk&limit=10&blank=');
  });
});

describe('a form', () => {
  it('has brackets in the names of nested fields', () => {
    const fields = { contact: { email: 'ada@x.example', likes: ['a', 1], none: null }, terms: true };
    expect([...toForm(fields)]).toEqual([
      ['contact[email]', 'ada@x.example'],
      ['contact[likes][]', 'a'],
      ['contact[likes][]', '1'],
      ['contact[none]', ''],
      ['terms', 'true'],
    ]);
  });

  it('leaves out undefined', () => expect(toForm({ a: undefined, b: { c: undefined } }).toString()).toBe(''));

  it.each<[string, Field]>([
    ['a list of lists', [[1]]],
    ['a list of objects', [{ a: 1 }]],
    ['a name with brackets', { 'a[b]': 1 }],
    ['an empty name', { '': 1 }],
  ])('refuses %s', (_, field) => {
    expect(() => toForm({ field })).toThrow(/^A form cannot express the field ".*"\. Send JSON instead\.$/);
  });

  it('is read by the service as the same fields, as texts', () => {
    const name = fc.string({ minLength: 1 }).filter((text) => !/[[\]]/.test(text) && text !== '__proto__');
    const single = fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.boolean());
    const { fields } = fc.letrec<{ fields: Record<string, Field>; field: Field }>((tie) => ({
      fields: fc.dictionary(name, tie('field'), { minKeys: 1, maxKeys: 3 }),
      field: fc.oneof({ maxDepth: 2 }, single, fc.array(single, { minLength: 1 }), tie('fields')),
    }));
    const asTexts = (field: Field): unknown => {
      if (Array.isArray(field)) return field.map(asTexts);
      if (typeof field !== 'object' || field === null) return String(field);
      return Object.fromEntries(Object.entries(field).map(([key, one]) => [key, asTexts(one)]));
    };
    fc.assert(fc.property(fields, (sent) => expect(readByService(toForm(sent))).toEqual(asTexts(sent))));
  });
});
