import type { Samples } from '#samples';

export const samples: Samples = {
  staff: { 'GET /fanclubs/:fanclubId/dashboard': { permission: 'dashboard.read' } },
};
