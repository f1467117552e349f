import { Sealer } from '#libs/sealed';
import { daysFrom, ENCRYPTION_KEY, type Given, makersOf, type Samples } from '#samples';
import type { Customer } from '#domains/accounts/customer.entity';
import { DistinctMembers } from './distinct-members.entity';
import { PersonExport } from './person-export.entity';
import type { PersonDocument } from './person-document';

const makers = makersOf({
  /** Two members who are not the same person. */
  async distinctMembers(overrides: Partial<DistinctMembers> = {}): Promise<DistinctMembers> {
    const fanclubId = await this.clubOf(overrides);
    return this.save(DistinctMembers, {
      fanclubId,
      firstId: overrides.firstId ?? (await this.customer({ fanclubId })).id,
      secondId: overrides.secondId ?? (await this.customer({ fanclubId })).id,
    });
  },

  /** An export that a member asked for, ready to be downloaded. */
  async personExport({
    customer,
    ...overrides
  }: Partial<PersonExport> & { customer?: Customer } = {}): Promise<PersonExport> {
    const { id: member, fanclubId } = customer ?? (await this.customer());
    const { now } = this.seed();
    const document: PersonDocument = {
      fanclub: { id: fanclubId, name: 'A fan club' },
      member,
      made_at: now.toISOString(),
      tables: {},
    };
    return this.save(PersonExport, {
      fanclubId,
      customerId: member,
      staffId: null,
      contentSealed: new Sealer([ENCRYPTION_KEY]).seal(JSON.stringify(document)),
      expiresAt: daysFrom(now, 1),
      jsonTakenAt: null,
      htmlTakenAt: null,
      ...overrides,
    });
  },
});

/** The path of a merge. */
const twoMembers = async (given: Pick<Given, 'customer'>, fanclubId: number) => ({
  id: (await given.customer({ fanclubId })).id,
  otherId: (await given.customer({ fanclubId })).id,
});

declare module '#samples' {
  interface Given extends PrivacyMakers {}
}
type PrivacyMakers = typeof makers;

export const samples: Samples = {
  makers,
  notFromCatalogue: ['distinct_members', 'person_exports'],
  filteredById: {
    'erasures.obstacles': 'the customer of the session',
    'person_exports.delete_earlier': 'the same',
    'person_exports.last': 'the same',
  },
  async statements({ given }) {
    const order = await given.order({ paidAt: null, checkoutReference: 'not paid yet', total: '5.00' });
    const { id: staff } = await given.staff();
    const made = await given.personExport({ staffId: staff });
    const asked = await given.personExport({ contentSealed: null, expiresAt: null });
    const mine = { customer: made.customerId, staff };
    const likeness = { firstName: 'Ada', lastName: 'Byron', birthdate: '1990-01-31' };
    const [first, second] = [await given.customer(likeness), await given.customer(likeness)];
    return {
      'duplicates.add_distinct': { first: first.id, second: second.id },
      'erasures.obstacles': { customer: order.customerId },
      'merges.open_payments': { from: order.customerId, into: first.id },
      'person_exports.delete_earlier': mine,
      'person_exports.find_to_make': { export: asked.id },
      'person_exports.last': mine,
      'person_exports.store': { export: asked.id },
      'person_exports.take_html': mine,
      'person_exports.take_json': mine,
    };
  },
  after: ['orders'],
  staff: {
    'POST /fanclubs/:fanclubId/members/:id/erase': {
      permission: 'members.erase',
      proof: true,
      audits: 'member',
      request: async ({ club, given }) => ({
        params: { id: (await given.customer({ fanclubId: club.id })).id },
        body: { reason: 'asked by mail' },
      }),
    },
    'POST /fanclubs/:fanclubId/contacts/:id/erase': {
      permission: 'members.erase',
      proof: true,
      audits: 'contact',
      request: async ({ club, given }) => ({
        params: { id: (await given.contact({ fanclubId: club.id })).id },
        body: { reason: 'asked by mail' },
      }),
    },
    'POST /fanclubs/:fanclubId/contacts/:id/export/json': {
      permission: 'members.export',
      proof: true,
      audits: 'contact',
      request: ({ club }) => ({ params: { id: club.contact.id }, body: {} }),
    },
    'POST /fanclubs/:fanclubId/contacts/:id/export/html': {
      permission: 'members.export',
      proof: true,
      audits: 'contact',
      request: ({ club }) => ({ params: { id: club.contact.id }, body: {} }),
    },
    'GET /fanclubs/:fanclubId/duplicates': { permission: 'members.merge', request: () => ({}) },
    'POST /fanclubs/:fanclubId/duplicates/distinct': {
      permission: 'members.merge',
      audits: 'member',
      request: async ({ club, given }) => {
        const { id: first, otherId: second } = await twoMembers(given, club.id);
        return { body: { first, second } };
      },
    },
    'POST /fanclubs/:fanclubId/members/:id/merges/:otherId/preview': {
      permission: 'members.merge',
      audits: 'member',
      request: async ({ club, given }) => ({ params: await twoMembers(given, club.id) }),
    },
    'POST /fanclubs/:fanclubId/members/:id/merges/:otherId': {
      permission: 'members.merge',
      proof: true,
      audits: 'member',
      request: async ({ club, given }) => ({
        params: await twoMembers(given, club.id),
        body: { reason: 'the same person' },
      }),
    },
    'POST /fanclubs/:fanclubId/members/:id/person_export': {
      permission: 'members.export',
      proof: true,
      audits: 'member',
      request: ({ club }) => ({ params: { id: club.members[1].customer.id }, body: {} }),
    },
    'GET /fanclubs/:fanclubId/members/:id/person_export': {
      permission: 'members.export',
      request: async ({ given, person }) => ({
        params: { id: (await given.personExport({ staffId: person.id })).customerId },
      }),
    },
    'POST /fanclubs/:fanclubId/members/:id/person_export/json': {
      permission: 'members.export',
      proof: true,
      audits: 'member',
      request: async ({ given, person }) => ({
        params: { id: (await given.personExport({ staffId: person.id })).customerId },
        body: {},
      }),
    },
    'POST /fanclubs/:fanclubId/members/:id/person_export/html': {
      permission: 'members.export',
      proof: true,
      audits: 'member',
      request: async ({ given, person }) => ({
        params: { id: (await given.personExport({ staffId: person.id })).customerId },
        body: {},
      }),
    },
  },
};
