import type { Samples } from '#samples';

export const samples: Samples = {
  filteredById: {
    'checkout.complete_order': 'the order that was just placed',
    'checkout.find_buyer': 'the customer of the session',
    'checkout.hold_buyer': 'the customer of the session',
  },
  notAsked: {
    'checkout.cancel_subscription': 'the buyer of an upgrade',
    'checkout.count_renewal': 'the buyer of a renewal',
    'checkout.find_order': 'the provider of payments',
    'checkout.keep_order': 'a buyer who comes back before registering',
    'checkout.queue_shipment': 'the buyer of a plan with a package',
    'unregistered_buyers.purge': 'a nightly job',
  },
};
