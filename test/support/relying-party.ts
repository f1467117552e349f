import * as openid from 'openid-client';
import type { OidcApplication } from '../../src/domains/openid/application.entity';
import { APPLICATION_SECRET } from '../../src/domains/openid/openid.samples';
import { PASSWORD } from '#samples';
import { Pages, type VisitedPage } from './pages';
import type { TestApp } from './start-test-app';

/** A log-in at an application that is under way. */
export interface Started {
  readonly address: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** An application, as its own program would use the service: `openid-client` over HTTP. */
export class RelyingParty {
  private constructor(
    readonly config: openid.Configuration,
    readonly application: OidcApplication,
  ) {}

  /** Discovers the provider of the application's fan club. @param origin of another process of the service */
  static async of(
    t: TestApp,
    application: OidcApplication,
    { origin = t.origin, secret = APPLICATION_SECRET }: { origin?: string; secret?: string } = {},
  ): Promise<RelyingParty> {
    const issuer = new URL(`${t.config.publicUrl}/fanclubs/${application.fanclubId}/oidc`);
    const auth = application.confidential ? openid.ClientSecretPost(secret) : openid.None();
    const config = await openid.discovery(issuer, application.clientId, undefined, auth, {
      execute: [openid.allowInsecureRequests],
      [openid.customFetch]: (address: string, options: object) =>
        fetch(address.replace(t.config.publicUrl, origin), options),
    });
    return new RelyingParty(config, application);
  }

  async start(parameters: Record<string, string> = {}): Promise<Started> {
    const [state, nonce] = [openid.randomState(), openid.randomNonce()];
    const verifier = openid.randomPKCECodeVerifier();
    const { href } = openid.buildAuthorizationUrl(this.config, {
      redirect_uri: this.application.redirectUrls[0],
      scope: 'openid email profile membership',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      ...parameters,
    });
    return { address: href, state, nonce, verifier };
  }

  /** Exchanges the code at the address where the member has returned. */
  finish({ state, nonce, verifier }: Started, returned: string, maxAge?: number) {
    return openid.authorizationCodeGrant(this.config, new URL(returned), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
      ...(maxAge !== undefined && { maxAge }),
    });
  }

  refresh(token: string) {
    return openid.refreshTokenGrant(this.config, token);
  }

  userinfo(token: string, sub: string) {
    return openid.fetchUserInfo(this.config, token, sub);
  }
}

/** A browser of a member, which follows redirects until a page is shown or the application is reached. */
export class MemberBrowser {
  readonly pages: Pages;

  constructor(private readonly t: TestApp) {
    this.pages = new Pages(t.origin);
  }

  /** Opens an address, and follows redirects of the service. */
  async open(address: string): Promise<VisitedPage> {
    return this.follow(await this.pages.open(address));
  }

  async follow(page: VisitedPage): Promise<VisitedPage> {
    let shown = page;
    for (let hops = 0; shown.location !== null && this.isOurs(shown.location); hops += 1) {
      if (hops > 8) throw new Error(`too many redirects: ${shown.location}`);
      shown = await this.pages.open(shown.location);
    }
    return shown;
  }

  /** Logs in on the page that is shown. */
  async logIn(page: VisitedPage, email: string): Promise<VisitedPage> {
    return this.follow(await page.submit({ email, password: PASSWORD }));
  }

  private isOurs(address: string): boolean {
    return address.startsWith('/') || address.startsWith(this.t.config.publicUrl);
  }
}
