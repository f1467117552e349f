import type { Samples } from '#samples';

const body = (n: number) => ({
  name: `Forum ${n}`,
  url: 'https://hooks.example/fanclub',
  types: ['member.created'],
});

export const samples: Samples = {
  staff: {
    'GET /fanclubs/:fanclubId/webhook_types': { permission: 'webhooks.read' },
    'GET /fanclubs/:fanclubId/webhook_endpoints': { permission: 'webhooks.read' },
    'GET /fanclubs/:fanclubId/webhook_endpoints/:id': {
      permission: 'webhooks.read',
      request: async ({ given }) => ({ params: { id: (await given.webhookEndpoint()).id } }),
    },
    'POST /fanclubs/:fanclubId/webhook_endpoints': {
      permission: 'webhooks.write',
      proof: true,
      audits: 'webhook_endpoint',
      request: ({ n }) => ({ body: body(n) }),
    },
    'PATCH /fanclubs/:fanclubId/webhook_endpoints/:id': {
      permission: 'webhooks.write',
      proof: true,
      audits: 'webhook_endpoint',
      request: async ({ given, n }) => ({
        params: { id: (await given.webhookEndpoint()).id },
        ifMatch: true,
        body: { name: `Shop ${n}`, enabled: false },
      }),
    },
    'DELETE /fanclubs/:fanclubId/webhook_endpoints/:id': {
      permission: 'webhooks.write',
      proof: true,
      audits: 'webhook_endpoint',
      request: async ({ given }) => ({ params: { id: (await given.webhookEndpoint()).id } }),
    },
    'POST /fanclubs/:fanclubId/webhook_endpoints/:id/roll_secret': {
      permission: 'webhooks.write',
      proof: true,
      audits: 'webhook_endpoint',
      request: async ({ given }) => ({
        params: { id: (await given.webhookEndpoint()).id },
        body: { hours: 1 },
      }),
    },
    'POST /fanclubs/:fanclubId/webhook_endpoints/:id/test': {
      permission: 'webhooks.write',
      audits: 'webhook_endpoint',
      request: async ({ given }) => ({ params: { id: (await given.webhookEndpoint()).id } }),
    },
    'POST /fanclubs/:fanclubId/webhook_endpoints/:id/replay': {
      permission: 'webhooks.write',
      audits: 'webhook_endpoint',
      request: async ({ given }) => ({
        params: { id: (await given.webhookEndpoint()).id },
        body: { from: '2026-06-01T00:00:00Z', to: '2026-07-01T00:00:00Z' },
      }),
    },
    'GET /fanclubs/:fanclubId/webhook_deliveries': { permission: 'webhooks.read' },
    'POST /fanclubs/:fanclubId/webhook_deliveries/:id/replay': {
      permission: 'webhooks.write',
      audits: 'webhook_endpoint',
      request: async ({ given }) => ({
        params: { id: (await given.webhookDelivery({ state: 'failed' })).id },
      }),
    },
    'GET /fanclubs/:fanclubId/webhook_messages': { permission: 'webhooks.read' },
  },
};
