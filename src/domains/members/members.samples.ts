import { randomUUID } from 'node:crypto';
import { type Club, daysFrom, type Samples } from '#samples';

const memberOf = ({ members }: Club) => ({ id: members[1].customer.id });

/** A new key for each request, so that none is a repetition. */
const once = () => ({ 'idempotency-key': randomUUID() });

export const samples: Samples = {
  async statements({ given, club: { id: fanclubId, organization: organizationId, members } }) {
    const { customer } = members[1];
    const gift = { start_date: '2026-06-01T00:00:00Z', end_date: '2026-07-01T00:00:00Z' };
    const by = { organizationId, fanclubId, position: 2, customerId: customer.id };
    await given.staffAudit({ ...by, action: 'member.comped', after: gift });
    const createdAt = daysFrom(given.seed().now, -100);
    const buyer = await given.unregisteredCustomer({ createdAt });
    await given.order({ customer: buyer, createdAt, checkoutReference: 'long ago', total: '0.00' });
    return {
      'members.audits': { customer: customer.id },
      'members.given_lately': { customer: customer.id },
      'unregistered_buyers.still_purged': { held: [buyer.id], days: 30 },
    };
  },
  after: ['orders'],
  filteredById: {
    'members.audits': 'the member in the path, who was found',
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
