import type { Samples } from '#samples';

export const samples: Samples = {
  notFromCatalogue: ['cells'],
};
