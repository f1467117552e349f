import { FieldErrors, humanize, InvalidFields } from './field-errors';

function thrown(action: () => void): InvalidFields {
  try {
    action();
  } catch (error) {
    if (error instanceof InvalidFields) return error;
  }
  throw new Error('expected InvalidFields');
}

describe('FieldErrors', () => {
  it('sends each message as a sentence and by field, in the order added', () => {
    const errors = new FieldErrors()
      .add('first_name', "can't be blank")
      .add('email', 'has already been taken');

    const refusal = thrown(() => errors.throwIfAny({ withErrors: true }));

    expect(refusal.messages).toEqual(["First name can't be blank", 'Email has already been taken']);
    expect(refusal.errors).toEqual({ first_name: ["can't be blank"], email: ['has already been taken'] });
  });

  it('sends the messages by field only if asked to', () => {
    expect(thrown(() => new FieldErrors().add('email', 'is odd').throwIfAny()).errors).toBeUndefined();
  });

  it('accepts a whole sentence, and a label for a field', () => {
    const errors = new FieldErrors()
      .add('item_type_3', "can't be blank", 'Option name')
      .addSentence('accept_terms', 'Must accept');
    expect(thrown(() => errors.throwIfAny()).messages).toEqual(["Option name can't be blank", 'Must accept']);
  });

  it('sorts messages by the order of its fields, with other fields at the end', () => {
    const errors = new FieldErrors(['email', 'birthdate'])
      .add('item_type_3', "can't be blank")
      .addSentence('birthdate', 'You are not old enough')
      .merge(new FieldErrors().add('email', 'is odd').add('item_type_1', 'is odd'))
      .add('email', 'is taken');
    const { messages } = thrown(() => errors.throwIfAny());
    expect(messages).toEqual([
      'Email is odd',
      'Email is taken',
      'You are not old enough',
      "Item type 3 can't be blank",
      'Item type 1 is odd',
    ]);
    expect(thrown(() => errors.throwIfAny({ onlyFirst: true })).messages).toEqual(['Email is odd']);
    expect([errors.has('birthdate'), errors.has('first_name')]).toEqual([true, false]);
  });

  it('throws nothing when nothing was added', () => {
    expect(() => new FieldErrors().throwIfAny()).not.toThrow();
  });
});

describe('humanize', () => {
  it.each([
    ['email', 'Email'],
    ['first_name', 'First name'],
    ['address_2', 'Address 2'],
  ])('turns %s into %s', (field, label) => expect(humanize(field)).toBe(label));
});
