import type { Samples } from '#samples';

export const samples: Samples = {
  filteredById: {
    'fulfilment.find_buyer': 'the customer of the session',
    'fulfilment.hold_buyer': 'the customer of the session',
  },
};
