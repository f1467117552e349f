import { queuedSubscriptionShape, subscriptionShape } from './subscription.serializer';

const PLAN = {
  id: 3,
  name: 'Gold Plan',
  description: null,
  onlineBenefits: null,
  annotations: null,
  tags: ['gold'],
};
const PRINTED_PLAN = {
  id: 3,
  name: 'Gold Plan',
  class: 'gold-plan',
  description: null,
  online_benefits: null,
  annotations: null,
  tags: ['gold'],
};

describe('the shape of a subscription', () => {
  const row = {
    id: 11,
    startDate: new Date('2026-01-01T08:00:00Z'),
    endDate: new Date('2026-06-01T08:00:00Z'),
    trial: true,
    cancelled: false,
    extendedUntil: null,
    plan: PLAN,
  };

  it('has the fields of contract 5.17 in their order', () => {
    expect(JSON.stringify(subscriptionShape(row, new Date('2026-02-01T00:00:00Z')))).toBe(
      JSON.stringify({
        id: 11,
        start_date: '2026-01-01T08:00:00Z',
        end_date: '2026-06-01T08:00:00Z',
        status: 'active',
        active: true,
        expired: false,
        trial_membership: true,
        lapsed: false,
        plan: PRINTED_PLAN,
      }),
    );
  });

  it.each([
    ['2025-12-31T00:00:00Z', 'pending', false, false, false],
    ['2026-07-01T00:00:00Z', 'active', true, false, true],
    ['2026-08-01T00:00:00Z', 'expired', false, true, false],
  ])('at %s shows %s', (now, status, active, expired, lapsed) => {
    const extended = { ...row, extendedUntil: new Date('2026-08-01T00:00:00Z') };
    expect(subscriptionShape(extended, new Date(now))).toMatchObject({ status, active, expired, lapsed });
  });

  it('shows null for the end of a subscription without end', () => {
    expect(subscriptionShape({ ...row, endDate: null }, row.startDate).end_date).toBeNull();
  });
});

describe('the shape of a queued subscription', () => {
  const row = {
    id: 5,
    customerId: 2,
    createdAt: new Date('2026-01-01T08:00:00Z'),
    updatedAt: new Date('2026-01-02T08:00:00Z'),
    processedAt: new Date('2026-01-03T08:00:00Z'),
    endDate: new Date('2027-01-03T08:00:00Z'),
    subscriptionId: 11,
    plan: PLAN,
  };

  it('has the fields of contract 5.18 in their order', () => {
    expect(JSON.stringify(queuedSubscriptionShape(row))).toBe(
      JSON.stringify({
        id: 5,
        customer_id: 2,
        plan: PRINTED_PLAN,
        created_at: '2026-01-01T08:00:00Z',
        updated_at: '2026-01-02T08:00:00Z',
        processed_at: '2026-01-03T08:00:00Z',
        end_date: '2027-01-03T08:00:00Z',
        subscription_id: 11,
      }),
    );
  });

  it('shows null until it is processed', () => {
    const waiting = { ...row, processedAt: null, subscriptionId: null };
    expect(queuedSubscriptionShape(waiting)).toMatchObject({ processed_at: null, subscription_id: null });
  });
});
