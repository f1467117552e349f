import type { Samples } from '#samples';

export const samples: Samples = {
  filteredById: {
    'access.end_session': 'the session of the visitor',
    'access.end_sessions': 'the customer of the session, or of the disconnected account',
    'access.open_session': 'the customer who was held, the session of the visitor',
  },
  notAsked: { 'access.touch': 'a visitor who comes back after some minutes' },
};
