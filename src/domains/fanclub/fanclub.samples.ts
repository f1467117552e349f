import type { Samples } from '#samples';

export const samples: Samples = {
  routes: { 'GET /fanclub': { sender: 'nobody' } },
  staff: {
    'GET /fanclubs/:fanclubId/club': { permission: 'club.read' },
    'PATCH /fanclubs/:fanclubId/club': {
      permission: 'club.write',
      audits: 'fanclub',
      request: ({ n }) => ({ ifMatch: true, body: { name: `Tin Comets ${n}` } }),
    },
    'GET /fanclubs/:fanclubId/domains': { permission: 'club.read' },
    'POST /fanclubs/:fanclubId/domains': {
      permission: 'club.write',
      proof: true,
      audits: 'domain',
      request: ({ n }) => ({ body: { origin: `https://fans-${n}.example` } }),
    },
    'DELETE /fanclubs/:fanclubId/domains/:id': {
      permission: 'club.write',
      proof: true,
      audits: 'domain',
      request: async ({ given }) => ({ params: { id: (await given.trustedDomain()).id } }),
    },
    'POST /fanclubs/:fanclubId/domains/try': {
      permission: 'club.read',
      changes: false,
      request: () => ({ body: { origin: 'https://fans.example' } }),
    },
    'GET /fanclubs/:fanclubId/hosts': { permission: 'club.read' },
    'POST /fanclubs/:fanclubId/hosts': {
      permission: 'club.write',
      proof: true,
      audits: 'host',
      request: ({ n }) => ({ body: { host: `fans-${n}.example` } }),
    },
    'DELETE /fanclubs/:fanclubId/hosts/:id': {
      permission: 'club.write',
      proof: true,
      audits: 'host',
      request: async ({ given }) => ({ params: { id: (await given.fanClubHost()).id } }),
    },
    'POST /fanclubs/:fanclubId/hosts/:id/main': {
      permission: 'club.write',
      proof: true,
      audits: 'host',
      request: async ({ given }) => ({ params: { id: (await given.fanClubHost()).id } }),
    },
    // It finds that the host is not public.
    'POST /fanclubs/:fanclubId/hosts/:id/check': {
      permission: 'club.write',
      proof: true,
      audits: 'host',
      async request({ given, n }) {
        const { id } = await given.fanClubHost({ host: `fans-${n}.localhost`, verifiedAt: null });
        return { params: { id } };
      },
    },
    'GET /fanclubs/:fanclubId/keys': { permission: 'keys.read' },
    'POST /fanclubs/:fanclubId/keys': {
      permission: 'keys.write',
      proof: true,
      audits: 'key',
      request: ({ n }) => ({ body: { name: `Website ${n}` } }),
    },
    'POST /fanclubs/:fanclubId/keys/:id/main': {
      permission: 'keys.write',
      proof: true,
      audits: 'key',
      request: async ({ given }) => ({ params: { id: (await given.fanclubKey()).id } }),
    },
    'POST /fanclubs/:fanclubId/keys/:id/revoke': {
      permission: 'keys.write',
      proof: true,
      audits: 'key',
      request: async ({ given }) => ({ params: { id: (await given.fanclubKey()).id } }),
    },
    'GET /organizations/:organizationId/keys': { permission: 'keys.read' },
    'POST /organizations/:organizationId/keys': {
      permission: 'keys.write',
      proof: true,
      audits: 'organization_key',
      request: ({ n }) => ({ body: { name: `Ticket partner ${n}` } }),
    },
    'POST /organizations/:organizationId/keys/:id/revoke': {
      permission: 'keys.write',
      proof: true,
      audits: 'organization_key',
      async request({ club, given }) {
        const { id } = await given.organizationApiKey({ organizationId: club.organization });
        return { params: { id } };
      },
    },
    'GET /fanclubs/:fanclubId/login_providers': { permission: 'keys.read' },
    'GET /fanclubs/:fanclubId/login_providers/:id': {
      permission: 'keys.read',
      request: async ({ given, n }) => ({
        params: { id: (await given.loginProvider({ name: `one_${n}` })).id },
      }),
    },
    'POST /fanclubs/:fanclubId/login_providers': {
      permission: 'keys.write',
      proof: true,
      audits: 'login_provider',
      request: ({ n }) => ({ body: { name: `new_${n}`, app_id: '1', secret: 'whisper' } }),
    },
    'PATCH /fanclubs/:fanclubId/login_providers/:id': {
      permission: 'keys.write',
      proof: true,
      audits: 'login_provider',
      async request({ given, n }) {
        const { id } = await given.loginProvider({ name: `two_${n}` });
        return { params: { id }, ifMatch: true, body: { enabled: false, secret: 'whisper' } };
      },
    },
    'GET /fanclubs/:fanclubId/mail_templates': { permission: 'club.read' },
    'GET /fanclubs/:fanclubId/mail_templates/:kind': {
      permission: 'club.read',
      request: () => ({ params: { kind: 'reset_password' } }),
    },
    'PATCH /fanclubs/:fanclubId/mail_templates/:kind': {
      permission: 'club.write',
      proof: true,
      audits: 'mail_template',
      request: ({ n }) => ({
        params: { kind: 'reset_password' },
        ifMatch: true,
        body: { subject: `Password ${n} of {{ fanclub.name }}` },
      }),
    },
    'DELETE /fanclubs/:fanclubId/mail_templates/:kind': {
      permission: 'club.write',
      proof: true,
      audits: 'mail_template',
      async request({ given }) {
        const { kind } = await given.mailTemplate({ kind: 'confirm_contact' });
        return { params: { kind } };
      },
    },
    'POST /fanclubs/:fanclubId/mail_templates/:kind/preview': {
      permission: 'club.write',
      changes: false,
      request: () => ({ params: { kind: 'reset_password' }, body: { subject: 'Hello {{ first_name }}' } }),
    },
    'POST /fanclubs/:fanclubId/mail_templates/:kind/mails': {
      permission: 'club.write',
      audits: 'mail_template',
      request: () => ({ params: { kind: 'reset_password' } }),
    },
    'GET /fanclubs/:fanclubId/mails': { permission: 'mails.read' },
    'POST /fanclubs/:fanclubId/mails/retry': {
      permission: 'mails.retry',
      audits: 'mail',
      async request({ given, now }) {
        await given.mail({ givenUpAt: now });
        return {};
      },
    },
    'POST /fanclubs/:fanclubId/mails/:id/retry': {
      permission: 'mails.retry',
      audits: 'mail',
      request: async ({ given, now }) => ({ params: { id: (await given.mail({ givenUpAt: now })).id } }),
    },
  },
};
