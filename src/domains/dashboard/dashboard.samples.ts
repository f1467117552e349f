import type { Samples } from '#samples';

export const samples: Samples = {
  statements: () => Promise.resolve({ 'dashboard.work': { most: 10_000 } }),
  staff: {
    'GET /fanclubs/:fanclubId/dashboard/revenue.csv': { permission: 'bookings.read' },
    'GET /fanclubs/:fanclubId/dashboard/retention.csv': { permission: 'members.read' },
    'GET /fanclubs/:fanclubId/dashboard/members.csv': { permission: 'members.read' },
    'GET /fanclubs/:fanclubId/dashboard/churn.csv': { permission: 'members.read' },
    'GET /fanclubs/:fanclubId/dashboard/expected_renewals.csv': { permission: 'bookings.read' },
    'GET /fanclubs/:fanclubId/dashboard/sales.csv': { permission: 'bookings.read' },
    'GET /fanclubs/:fanclubId/dashboard': {
      permission: 'dashboard.read',
      async request({ club, given }) {
        const order = await given.order({ customer: club.members[1].customer, plan: club.gold });
        await given.shipment({ order, shipDate: null });
        return {};
      },
    },
  },
};
