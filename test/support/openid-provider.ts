import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generateKeyPairSync } from 'node:crypto';
import type { Configuration, JWK } from 'oidc-provider';
import { logNotices } from '../../src/domains/openid/library-notices';

/** What the provider says about a person. */
export interface Person {
  readonly email?: string;
  readonly email_verified?: boolean | string;
  readonly given_name?: string;
  readonly family_name?: string;
}

/** A client of the provider. */
export interface Client {
  readonly id: string;
  readonly secret: string;
  /** Whether a secret that was sent is right, where it is another one in each request. */
  readonly isSecret?: (secret: string) => boolean;
  readonly redirects: readonly string[];
}

const KEY = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }) as JWK;

/** An OpenID provider on this machine, whose people need no password. */
export class TestProvider {
  readonly people = new Map<string, Person>();
  /** Who logs in next; null: the person declines. */
  person: string | null = 'ada';

  private constructor(
    private readonly server: Server,
    readonly issuer: string,
  ) {}

  static async start(clients: readonly Client[]): Promise<TestProvider> {
    // It keeps its records in memory, which the library calls unfit for production.
    logNotices(console, () => undefined);
    const { default: Library } = await import('oidc-provider');
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const own = new TestProvider(server, issuer);
    const provider = new Library(issuer, own.settings(clients));
    const comparing = provider.Client.prototype as unknown as {
      compareClientSecret(secret: string): boolean;
    };
    comparing.compareClientSecret = function (this: { clientId: string }, sent: string) {
      const { secret, isSecret } = clients.find(({ id }) => id === this.clientId)!;
      return isSecret ? isSecret(sent) : sent === secret;
    };
    const answer = provider.callback();
    server.on('request', (request, response) => {
      if (!request.url?.startsWith('/interaction/')) return void answer(request, response);
      const result = own.person === null ? { error: 'access_denied' } : { login: { accountId: own.person } };
      void provider.interactionFinished(request, response, result);
    });
    return own;
  }

  stop(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  /** Goes through the provider's log-in as a browser, to the address or the form that leads back. */
  async visit(location: string): Promise<{ location: string | null; form: Record<string, string> }> {
    const cookies = new Map<string, string>();
    let next = location;
    for (let hop = 0; hop < 10; hop += 1) {
      if (!next.startsWith(this.issuer)) return { location: next, form: {} };
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(next, { redirect: 'manual', headers: { cookie } });
      for (const set of answer.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        cookies.set(name, value);
      }
      const text = await answer.text();
      const to = answer.headers.get('location');
      if (to === null) {
        const inputs = [...text.matchAll(/<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"/g)];
        return { location: null, form: Object.fromEntries(inputs.map(([, name, value]) => [name, value])) };
      }
      next = new URL(to, next).href;
    }
    throw new Error('the provider redirects without end');
  }

  private settings(clients: readonly Client[]): Configuration {
    return {
      clients: clients.map(({ id, secret, redirects }) => ({
        client_id: id,
        client_secret: secret,
        redirect_uris: [...redirects],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
      })),
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
      cookies: { keys: ['test'] },
      jwks: { keys: [{ ...KEY, use: 'sig', alg: 'RS256' }] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...this.people.get(id) }) }),
      loadExistingGrant: async ({ oidc }) => {
        const { Grant } = oidc.provider;
        const grant = new Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
    };
  }
}
