import type { Samples } from '#samples';

export const samples: Samples = {
  notAsked: {
    'keys.count_trusted': 'the operator',
    'keys.create_fanclub_key': 'the operator',
    'keys.list': 'the operator',
    'keys.lock_fanclub_of_key': 'the operator',
    'keys.revoke_fanclub_key': 'the operator',
    'keys.untrust_origins': 'the operator',
  },
};
