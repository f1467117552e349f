import type { Samples } from '#samples';

export const samples: Samples = {
  filteredById: {
    'fulfilment.open_terms': 'a buyer who was locked or is shown the offer',
    'fulfilment.find_buyer': 'the customer of the session',
    'fulfilment.hold_buyer': 'the customer of the session',
  },
};
