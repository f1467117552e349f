import type { Samples } from '#samples';

export const samples: Samples = {
  acrossFanclubs: { 'erasure.club_of_key': 'finds the fan club of a key that the operator names' },
};
