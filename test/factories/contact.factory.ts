import type { Contact } from '../../src/domains/contacts';
import type { New, Seed } from './seed';

export interface ContactInput extends Partial<Contact> {
  fanclubId: number;
}

/** A person on the contact list who has not confirmed the address yet. */
export function contactFactory({ n }: Seed, overrides: ContactInput): New<Contact> {
  return {
    email: `contact-${n}@example.test`,
    firstName: `First${n}`,
    lastName: `Last${n}`,
    birthdate: '1990-01-31',
    listsOptInSource: null,
    confirmedAt: null,
    confirmationSentAt: null,
    customFields: {},
    ...overrides,
  };
}
