import { makersOf, type Samples } from '#samples';
import { Contact } from './contact.entity';

const makers = makersOf({
  /** A contact with an unconfirmed address. */
  async contact(overrides: Partial<Contact> = {}): Promise<Contact> {
    const { n } = this.seed();
    return this.save(Contact, {
      fanclubId: await this.clubOf(overrides),
      email: `contact-${n}@example.test`,
      firstName: `First${n}`,
      lastName: `Last${n}`,
      birthdate: '1990-01-31',
      listsOptInSource: null,
      confirmedAt: null,
      confirmationSentAt: null,
      customFields: {},
      ...overrides,
    });
  },
});

declare module '#samples' {
  interface Given extends ContactMakers {}
  interface ClubRows {
    readonly contact: Contact;
  }
}
type ContactMakers = typeof makers;

/** The address of a contact in every club: the only text that clubs share. */
const SHARED_EMAIL = 'shared@x.example';

const withEmail = (email: string | number) => ({ contact: { email } });

export const samples: Samples = {
  makers,
  async club({ given, of, now }) {
    await of(2);
    const contact = await given.contact();
    await given.contact({ confirmedAt: now });
    await given.contact({ email: SHARED_EMAIL });
    return { contact };
  },
  async statements({ given }) {
    const { id: contact } = await given.contact();
    const one = { contacts: [contact] };
    return {
      'contacts.delete': one,
      'contacts.hold': one,
      'contacts.hold_one': { contact },
      'contacts.member_of': { contact },
    };
  },
  staff: {
    'GET /fanclubs/:fanclubId/contacts': { permission: 'contacts.read', audits: 'contact' },
    'GET /fanclubs/:fanclubId/contacts/:id': {
      permission: 'contacts.read',
      request: ({ club }) => ({ params: { id: club.contact.id } }),
    },
    'GET /fanclubs/:fanclubId/contacts.csv': {
      permission: 'contacts.export',
      proof: true,
      audits: 'contact',
      request: () => ({ query: { scope: 'both' } }),
    },
  },
  routes: {
    'POST /contacts': {
      sender: 'nobody',
      fields: {
        contact: 'object',
        'contact.email': 'email',
        'contact.first_name': 'text',
        'contact.last_name': 'text',
        'contact.birthdate': 'date',
        'contact.lists_opt_in_source': 'text',
        'contact.shoe size': 'text',
      },
      request: (_club, n) => ({ body: withEmail(`contact${n}@x.example`) }),
      matrix: ({ contact }) => ({ body: withEmail(contact.email) }),
    },
  },
  positions({ inBody, ofClubs, ofMembers, absentEmail }) {
    const inEmail = (what: string, values: ReturnType<typeof ofClubs>) =>
      inBody('POST /contacts', what, values, absentEmail, withEmail);
    return [
      inEmail(
        'email of a customer',
        ofMembers(({ customer }) => customer.email!, true),
      ),
      inEmail(
        'email of a contact',
        ofClubs(({ contact }) => contact.email),
      ),
      inEmail('email of a contact of every club', [
        { what: 'an own and a foreign', value: SHARED_EMAIL, for: 'everybody' },
      ]),
    ];
  },
  filteredById: { 'contacts.confirm': 'the contact of the token' },
  catalogue: {
    fanclub: {
      contacts: [
        {
          email: 'visitor@example.com',
          first_name: 'Vi',
          last_name: 'Sitor',
          birthdate: '2000-02-29',
          lists_opt_in_source: 'landing page',
          confirmed: true,
          confirmed_at: '2025-02-02T10:00:00Z',
          created_at: '2025-02-01T10:00:00Z',
          custom_fields: { city: 'Oslo', shows: 3, vip: false, note: null, sizes: ['S', { cut: 'slim' }] },
        },
      ],
    },
  },
  notFromCatalogue: ['contacts.confirmation_sent_at'],
};
