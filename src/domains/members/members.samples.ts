import { randomUUID } from 'node:crypto';
import { type Club, daysFrom, makersOf, type Samples } from '#samples';
import type { Customer } from '#domains/accounts/customer.entity';
import { MemberNote } from './member-note.entity';

const memberOf = ({ members }: Club) => ({ id: members[1].customer.id });

/** A new key for each request, so that none is a repetition. */
const once = () => ({ 'idempotency-key': randomUUID() });

const makers = makersOf({
  /** A note about a member. */
  async memberNote({
    customer,
    ...overrides
  }: Partial<MemberNote> & { customer?: Customer } = {}): Promise<MemberNote> {
    const { n } = this.seed();
    const { id: customerId, fanclubId } = customer ?? (await this.customer());
    return this.save(MemberNote, { fanclubId, customerId, staffId: null, text: `Note ${n}`, ...overrides });
  },
});

declare module '#samples' {
  interface Given extends MembersMakers {}
}
type MembersMakers = typeof makers;

export const samples: Samples = {
  makers,
  notFromCatalogue: ['member_notes'],
  async statements({ given, club: { id: fanclubId, organization: organizationId, members } }) {
    const { customer } = members[1];
    const gift = { start_date: '2026-06-01T00:00:00Z', end_date: '2026-07-01T00:00:00Z' };
    const by = { organizationId, fanclubId, position: 2, customerId: customer.id };
    await given.staffAudit({ ...by, action: 'member.comped', after: gift });
    const createdAt = daysFrom(given.seed().now, -100);
    const buyer = await given.unregisteredCustomer({ createdAt });
    await given.order({ customer: buyer, createdAt, checkoutReference: 'long ago', total: '0.00' });
    const note = await given.memberNote({ customer });
    const digests: Buffer[] = [];
    const debtor = await given.customer();
    await given.order({
      customer: debtor,
      paidAt: null,
      checkoutReference: 'open of a member',
      total: '5.00',
    });
    return {
      'member_notes.delete': { note: note.id, staff: null },
      'members.issues': { customer: debtor.id, digests },
      'members.audits': { customer: customer.id },
      'members.given_lately': { customer: customer.id },
      'unregistered_buyers.still_purged': { held: [buyer.id], days: 30 },
    };
  },
  after: ['orders'],
  filteredById: {
    'member_notes.list': 'the member in the path, who was found',
    'members.audits': 'the member in the path, who was found',
    'members.issues': 'the member in the path, who was found',
    'members.entries': 'the member in the path, who was found',
    'members.orders': 'the member in the path, who was found',
    'members.queued': 'the member in the path, who was found',
    'members.sessions': 'the member in the path, who was found',
    'members.shipping': 'the member in the path, who was found',
    'members.subscriptions': 'the member in the path, who was found',
  },
  staff: {
    'GET /fanclubs/:fanclubId/members': { permission: 'members.read', audits: 'member' },
    'GET /fanclubs/:fanclubId/members/:id': {
      permission: 'members.read',
      audits: 'member',
      request: ({ club }) => ({ params: memberOf(club) }),
    },
    'GET /fanclubs/:fanclubId/members/:id/view_as': {
      permission: 'members.write',
      audits: 'member',
      request: ({ club, now }) => ({ params: memberOf(club), query: { at: now.toISOString() } }),
    },
    'GET /fanclubs/:fanclubId/members.csv': { permission: 'members.export', proof: true, audits: 'member' },
    'POST /fanclubs/:fanclubId/members/import': {
      permission: 'members.import',
      audits: 'member',
      ids: ['id'],
      async request({ club, given, n }) {
        const email = `${club.name}@x.example`;
        const { id } = await given.customer({ fanclubId: club.id, email });
        // The new member of a1 has the address of a member of a2.
        const added = club.name === 'a1' ? 'a2@x.example' : 'a1@x.example';
        return { csv: `id,email,first_name\n${id},${email},Ada ${n}\n,${added},Bo ${n}\n` };
      },
    },
    'PATCH /fanclubs/:fanclubId/members/:id': {
      permission: 'members.write',
      audits: 'member',
      request: ({ club, n }) => ({ params: memberOf(club), ifMatch: true, body: { first_name: `Ada ${n}` } }),
    },
    'POST /fanclubs/:fanclubId/members/:id/comp': {
      permission: 'members.comp',
      audits: 'member',
      ids: ['plan_id'],
      request: async ({ club, given }) => ({
        params: { id: (await given.customer({ fanclubId: club.id })).id },
        headers: once(),
        body: { plan_id: club.gold.id, starts: 'queued', reason: 'a gift' },
      }),
    },
    'POST /fanclubs/:fanclubId/members/:id/change_plan': {
      permission: 'members.comp',
      audits: 'member',
      ids: ['plan_id'],
      request: async ({ club, given, now }) => {
        const [plan, other] = [
          await given.plan({ fanclubId: club.id, duration: 12 }),
          await given.plan({ fanclubId: club.id, duration: 12 }),
        ];
        const { customerId } = await given.subscription({ plan, endDate: daysFrom(now, 10) });
        return {
          params: { id: customerId },
          headers: once(),
          body: { plan_id: other.id, reason: 'asked' },
        };
      },
    },
    'GET /fanclubs/:fanclubId/members/:id/shipping': {
      permission: 'members.write',
      audits: 'member',
      request: ({ club }) => ({ params: memberOf(club) }),
    },
    'PATCH /fanclubs/:fanclubId/members/:id/shipping': {
      permission: 'members.write',
      audits: 'member',
      request: ({ club, n }) => ({ params: memberOf(club), ifMatch: true, body: { city: `City ${n}` } }),
    },
    'POST /fanclubs/:fanclubId/members/:id/propose_email': {
      permission: 'members.write',
      audits: 'member',
      request: async ({ club, given, n }) => ({
        params: { id: (await given.customer({ fanclubId: club.id })).id },
        body: { email: `proposed-${n}@x.example` },
      }),
    },
    'POST /fanclubs/:fanclubId/members/:id/replace_email': {
      permission: 'members.write',
      proof: true,
      audits: 'member',
      request: async ({ club, given, n }) => ({
        params: { id: (await given.customer({ fanclubId: club.id })).id },
        body: { email: `replaced-${n}@x.example`, reason: 'lost' },
      }),
    },
    'POST /fanclubs/:fanclubId/members/:id/notes': {
      permission: 'members.notes',
      audits: 'note',
      request: ({ club }) => ({ params: memberOf(club), body: { text: 'calls on Mondays' } }),
    },
    'DELETE /fanclubs/:fanclubId/member_notes/:id': {
      permission: 'members.notes',
      audits: 'note',
      request: async ({ club, given, person }) => ({
        params: {
          id: (await given.memberNote({ customer: club.members[1].customer, staffId: person.id })).id,
        },
      }),
    },
    'GET /fanclubs/:fanclubId/member_mails/:id': {
      permission: 'members.write',
      audits: 'member',
      request: async ({ club, given }) => ({
        params: {
          id: (await given.sentMail({ customerId: club.members[1].customer.id, fanclubId: club.id })).id,
        },
      }),
    },
    'POST /fanclubs/:fanclubId/members/:id/extend': {
      permission: 'members.comp',
      audits: 'member',
      request: async ({ club, given, now }) => {
        const endDate = new Date(now.getTime() + 86_400_000);
        const { customerId } = await given.subscription({ plan: club.gold, endDate });
        const end_date = new Date(now.getTime() + 2 * 86_400_000).toISOString();
        return { params: { id: customerId }, headers: once(), body: { end_date, reason: 'rain' } };
      },
    },
    'POST /fanclubs/:fanclubId/members/:id/cancel': {
      permission: 'members.comp',
      audits: 'member',
      request: ({ club }) => ({
        params: memberOf(club),
        headers: once(),
        body: { when: 'renewal', reason: 'asked' },
      }),
    },
    'POST /fanclubs/:fanclubId/members/:id/lock': {
      permission: 'members.write',
      audits: 'member',
      ids: ['plan_id'],
      request: ({ club }) => ({ params: memberOf(club), body: { plan_id: club.gold.id } }),
    },
    'POST /fanclubs/:fanclubId/members/:id/unlock': {
      permission: 'members.write',
      audits: 'member',
      request: ({ club }) => ({ params: memberOf(club), body: {} }),
    },
    'POST /fanclubs/:fanclubId/members/:id/blacklist': {
      permission: 'members.write',
      audits: 'member',
      request: ({ club }) => ({ params: memberOf(club), body: { reason: 'threats' } }),
    },
    'POST /fanclubs/:fanclubId/members/:id/unblacklist': {
      permission: 'members.write',
      audits: 'member',
      request: ({ club }) => ({ params: memberOf(club), body: { reason: 'sorry' } }),
    },
    'POST /fanclubs/:fanclubId/members/:id/resend_confirmation': {
      permission: 'members.write',
      audits: 'member',
      request: async ({ club, given }) => ({
        params: { id: (await given.customer({ fanclubId: club.id, confirmedAt: null })).id },
        body: {},
      }),
    },
    'POST /fanclubs/:fanclubId/members/:id/password_mail': {
      permission: 'members.write',
      audits: 'member',
      request: ({ club }) => ({ params: memberOf(club), body: {} }),
    },
    'POST /fanclubs/:fanclubId/members/:id/end_sessions': {
      permission: 'members.write',
      audits: 'member',
      request: ({ club }) => ({ params: memberOf(club), body: {} }),
    },
  },
};
