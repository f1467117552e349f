import { Authenticator } from '#libs/testing';
import { type Club, daysFrom, PASSWORD, type Samples, type StaffRequestScene } from '#samples';
import { codeAt } from './login/authenticator.samples';

/** The answer of a new passkey of the person to a log-in or proof. */
async function byPasskey({ given, person, origin, post }: StaffRequestScene, step: string): Promise<object> {
  const passkey = new Authenticator(origin);
  const { id: credential, publicKey } = passkey;
  await given.staffPasskey({ staffId: person.id, credential, publicKey });
  const { options, token } = await post(`${step}/options`, {});
  return { token, response: passkey.logIn(options) };
}

/** A new passkey, registered with the options that the server sent. */
const registered = (origin: string, { options, token }: ReturnType<typeof JSON.parse>): object => ({
  name: 'Phone',
  token,
  response: new Authenticator(origin).register(options),
});

/** The routes for the people of a fan club, or of an organization. */
function peopleAt(path: string, fanclubOf: (club: Club) => number | null): Samples['staff'] {
  const role = async ({ given, club }: StaffRequestScene) => {
    const { id } = await given.staffRole({ fanclubId: fanclubOf(club), role: 'support' });
    return { params: { id } };
  };
  const write = { permission: 'staff.write', proof: true } as const;
  return {
    [`GET ${path}`]: { permission: 'staff.read' },
    [`GET ${path}/invitations`]: { permission: 'staff.read' },
    [`POST ${path}/invitations`]: {
      ...write,
      audits: 'invitation',
      request: ({ n }) => ({ body: { email: `new-${n}@example.org`, role: 'viewer' } }),
    },
    [`DELETE ${path}/invitations/:id`]: {
      ...write,
      audits: 'invitation',
      async request({ given, club }) {
        const { id } = await given.invitation({ fanclubId: fanclubOf(club) });
        return { params: { id } };
      },
    },
    [`GET ${path}/:id`]: { permission: 'staff.read', request: role },
    [`PATCH ${path}/:id`]: {
      ...write,
      audits: 'role',
      request: async (scene) => ({ ...(await role(scene)), ifMatch: true, body: { role: 'viewer' } }),
    },
    [`DELETE ${path}/:id`]: { ...write, audits: 'role', request: role },
    [`POST ${path}/:id/reset`]: { ...write, audits: 'role', request: role },
  };
}

/** The routes for logging in, the own account, people and the record of changes. */
export const staffRoutes: Samples['staff'] = {
  'POST /session/password': {
    permission: 'open',
    request: ({ person: { email } }) => ({ body: { email, password: PASSWORD } }),
  },
  'POST /session/second-factor': {
    permission: 'open',
    async request({ person: { email }, now, post }) {
      const { token } = await post('/session/password', { email, password: PASSWORD });
      return { body: { token, code: codeAt(now) } };
    },
  },
  'POST /session/passkey/options': { permission: 'open' },
  'POST /session/passkey': {
    permission: 'open',
    request: async (scene) => ({ body: await byPasskey(scene, '/session/passkey') }),
  },
  'DELETE /session': { permission: 'self' },
  'POST /links/open': {
    permission: 'open',
    request: async ({ given }) => ({ body: { token: await given.staffToken() } }),
  },
  'POST /links/accept': {
    permission: 'open',
    async request({ given, origin, post }) {
      const token = await given.staffToken();
      const { passkey } = await post('/links/open', { token });
      return { body: { token, name: 'Lee', passkey: registered(origin, passkey) } };
    },
  },
  'GET /openapi.json': { permission: 'self' },
  'GET /me': { permission: 'self' },
  'GET /me/factors': { permission: 'self' },
  'POST /me/proof/passkey/options': { permission: 'self' },
  'POST /me/proof/passkey': {
    permission: 'self',
    request: async (scene) => ({ body: await byPasskey(scene, '/me/proof/passkey') }),
  },
  'POST /me/proof/code': {
    permission: 'self',
    request: ({ now }) => ({ body: { code: codeAt(now) } }),
  },
  'POST /me/passkeys/options': { permission: 'self', proof: true },
  'POST /me/passkeys': {
    permission: 'self',
    proof: true,
    request: async ({ origin, post }) => ({
      body: registered(origin, await post('/me/passkeys/options', {})),
    }),
  },
  'DELETE /me/passkeys/:id': {
    permission: 'self',
    proof: true,
    request: async ({ given, person }) => ({
      params: { id: (await given.staffPasskey({ staffId: person.id })).id },
    }),
  },
  'POST /me/totp/options': { permission: 'self', proof: true },
  'PUT /me/totp': {
    permission: 'self',
    proof: true,
    async request({ now, post }) {
      const { token, secret } = await post('/me/totp/options', {});
      return { body: { token, code: codeAt(now, secret as string) } };
    },
  },
  'PUT /me/password': {
    permission: 'self',
    proof: true,
    request: () => ({ body: { password: 'another long password' } }),
  },
  'POST /me/recovery-codes': { permission: 'self', proof: true },
  'DELETE /me/sessions': { permission: 'self' },
  'GET /fanclubs/:fanclubId/program_keys': { permission: 'staff.read' },
  'GET /fanclubs/:fanclubId/program_keys/scopes': { permission: 'staff.read' },
  'POST /fanclubs/:fanclubId/program_keys': {
    permission: 'staff.write',
    proof: true,
    audits: 'program_key',
    request: ({ n, now }) => ({
      body: { name: `Report ${n}`, scopes: ['dashboard.read'], expires_at: daysFrom(now, 90).toISOString() },
    }),
  },
  'POST /fanclubs/:fanclubId/program_keys/:id/revoke': {
    permission: 'staff.write',
    proof: true,
    audits: 'program_key',
    request: async ({ given }) => ({ params: { id: (await given.staffApiKey()).id } }),
  },
  'GET /fanclubs/:fanclubId/audits': { permission: 'audit.read' },
  'GET /fanclubs/:fanclubId/security_events': { permission: 'audit.read' },
  'GET /organizations/:organizationId/audits': { permission: 'audit.read' },
  ...peopleAt('/fanclubs/:fanclubId/people', ({ id }) => id),
  ...peopleAt('/organizations/:organizationId/people', () => null),
};
