import { daysFrom, type Samples } from '#samples';

export const samples: Samples = {
  async statements({ given, asking, now }) {
    await given.session({ customer: await given.customer(), lastSeenAt: daysFrom(now, -1) });
    return {
      'access.open_session': {
        customer: asking.members[1].customer.id,
        verifiedHash: null,
        tokenHash: Buffer.alloc(32),
        order: null,
      },
      'access.end_surplus': { most: 0 },
    };
  },
  acrossFanclubs: { 'access.count_sessions': 'a metric of the service' },
  filteredById: {
    'access.end_session': 'the session of the visitor',
    'access.end_sessions': 'the customer of the session, or of the disconnected account',
    'access.end_surplus': 'the customer whose session was opened',
    'access.open_session': 'the customer who was found, the session of the visitor',
    'access.turn_refresh_token': 'the session of a token that is sealed for one fan club',
  },
};
