import type { Samples } from '#samples';

export const samples: Samples = {
  notAsked: {
    'erasure.close_club': 'the operator',
    'erasure.club_of_key': 'the operator',
  },
};
