import type { Samples } from '#samples';

export const samples: Samples = {
  async statements({ given }) {
    const order = await given.order({ paidAt: null, checkoutReference: 'not paid yet', total: '5.00' });
    return { 'erasures.obstacles': { customer: order.customerId } };
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
  },
};
