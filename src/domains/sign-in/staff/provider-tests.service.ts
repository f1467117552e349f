import { Injectable } from '@nestjs/common';
import { AddressRefused } from '#libs/public-fetch';
import { Sql } from '#platform/database';
import { FLAG, orNull, Shaped, TEXT } from '#platform/reference';
import { notFound, StaffLimits, type StaffViewer } from '#platform/staff';
import { OpenIdClients } from '../openid-clients';
import { FIND_OPENID_PROVIDER_BY_ID } from '../sign-in.queries';
import { SignInService } from '../sign-in.service';

/** Whether a provider can be used. */
export class ProviderTest {
  @Shaped(FLAG, { description: 'Whether its discovery document was read and names the issuer.' })
  works!: boolean;
  @Shaped(orNull(TEXT), { description: 'What is wrong; null: nothing.' }) problem!: string | null;
  @Shaped(TEXT, { description: 'The address to enter at the provider.' }) callback!: string;
}

/** Tries login providers that speak OpenID Connect. */
@Injectable()
export class ProviderTestsService {
  constructor(
    private readonly sql: Sql,
    private readonly clients: OpenIdClients,
    private readonly signIn: SignInService,
    private readonly limits: StaffLimits,
  ) {}

  /** Reads the discovery document of a provider. @throws Problem: none has the id */
  async test(viewer: StaffViewer, id: number): Promise<ProviderTest> {
    const { person, source, asker, fanclubId: fanclub } = viewer;
    await this.limits.count('preview', String(person.id), source, asker.actor);
    const provider = await this.sql.first(FIND_OPENID_PROVIDER_BY_ID, { fanclub, id });
    if (!provider) throw notFound();
    const callback = this.signIn.callback(fanclub, provider.name);
    try {
      await this.clients.check(provider);
      return { works: true, problem: null, callback };
    } catch (error) {
      return { works: false, problem: reasonOf(error), callback };
    }
  }
}

/** The message of the innermost error. Whether a name exists inside our network is not said. */
function reasonOf(error: unknown): string {
  let found = error;
  while (found instanceof Error && found.cause instanceof Error) found = found.cause;
  if (found instanceof AddressRefused) return 'The name leads to no public address.';
  return found instanceof Error ? found.message.slice(0, 300) : 'unknown';
}
