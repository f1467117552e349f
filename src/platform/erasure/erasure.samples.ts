import type { Samples } from '#samples';

export const samples: Samples = {
  notAsked: {
    'erasure.close_club': 'the operator',
    'erasure.delete_club': 'the operator',
    'erasure.lock_club': 'the operator',
  },
};
