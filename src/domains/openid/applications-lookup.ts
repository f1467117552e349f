import { Injectable } from '@nestjs/common';
import type { AdapterPayload } from 'oidc-provider';
import { Sealer } from '#libs/sealed';
import { type RowOf, Sql } from '#platform/database';
import { FIND_APPLICATION } from './applications.queries';

/** An application as the provider works with it. */
export type FoundApplication = RowOf<typeof FIND_APPLICATION>;

/** Finds applications. Each request reads its own, so that a change counts at once in all processes. */
@Injectable()
export class ApplicationsLookup {
  constructor(
    private readonly sql: Sql,
    private readonly sealer: Sealer,
  ) {}

  /** The application of this name in the protocol; null for an unknown one. */
  find(fanclub: number, clientId: string): Promise<FoundApplication | null> {
    // PostgreSQL cannot store this character.
    if (clientId.includes('\0')) return Promise.resolve(null);
    return this.sql.first(FIND_APPLICATION, { fanclub, clientId });
  }

  /** The same as the provider library reads it. */
  async metadata(fanclub: number, clientId: string): Promise<AdapterPayload | undefined> {
    const found = await this.find(fanclub, clientId);
    if (!found) return undefined;
    const { secretSealed } = found;
    return {
      client_id: found.clientId,
      client_name: found.name,
      ...(secretSealed === null ? {} : { client_secret: this.sealer.open(secretSealed) }),
      // The library takes the secret in the header and in the body.
      token_endpoint_auth_method: secretSealed === null ? 'none' : 'client_secret_basic',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      redirect_uris: [...found.redirectUrls],
      post_logout_redirect_uris: [...found.logOutUrls],
      scope: found.scopes.join(' '),
      ...(found.backChannelLogOutUrl === null
        ? {}
        : {
            backchannel_logout_uri: found.backChannelLogOutUrl,
            backchannel_logout_session_required: true,
          }),
    };
  }
}
