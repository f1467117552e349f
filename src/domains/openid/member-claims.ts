import { Injectable } from '@nestjs/common';
import type { Account, ClaimsParameterMember } from 'oidc-provider';
import { Clock } from '#libs/clock';
import { Sql } from '#platform/database';
import { FIND_MEMBER, MEMBERSHIPS } from './member.queries';
import { membershipClaim } from './membership-claim';

/** The claims of each scope. */
export const CLAIMS = {
  openid: ['sub'],
  email: ['email', 'email_verified'],
  profile: ['name', 'given_name', 'family_name', 'preferred_username', 'updated_at'],
  membership: ['membership'],
};

/** What applications read of members: always the present state. */
@Injectable()
export class MemberClaims {
  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
  ) {}

  /** A member as the provider library reads them. Undefined: the account does not exist any more. */
  async account(fanclub: number, accountId: string): Promise<Account | undefined> {
    const customer = Number(accountId);
    const member = await this.sql.first(FIND_MEMBER, { fanclub, customer });
    if (!member) return undefined;
    const { firstName, lastName, username, email } = member;
    return {
      accountId,
      claims: async (_use: string, scope: string, _claims: Record<string, ClaimsParameterMember | null>) => ({
        sub: accountId,
        email: email ?? undefined,
        email_verified: email === null ? undefined : member.confirmed,
        name: [firstName, lastName].filter((part) => part !== null).join(' ') || undefined,
        given_name: firstName ?? undefined,
        family_name: lastName ?? undefined,
        preferred_username: username ?? undefined,
        updated_at: Math.floor(member.updatedAt.getTime() / 1000),
        ...(scope.split(' ').includes('membership') && {
          membership: membershipClaim(
            await this.sql.rows(MEMBERSHIPS, { fanclub, customer }),
            this.clock.now(),
          ),
        }),
      }),
    };
  }
}
