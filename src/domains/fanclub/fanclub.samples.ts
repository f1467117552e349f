import type { Samples } from '#samples';

export const samples: Samples = { routes: { 'GET /fanclub': { sender: 'nobody' } } };
