import { FLAG, ID, INSTANT, orNull, Shaped, TEXT } from '#platform/reference';
import { type Scope, SCOPES } from '../../application.entity';

const TEXTS = { type: 'array', items: TEXT } as const;

/** An application in which members log in. Its secret is never shown again. */
export class ApplicationOfClub {
  @Shaped(ID) id!: number;
  @Shaped(TEXT) name!: string;
  @Shaped(TEXT, { description: 'Its name in the protocol, `client_id`.' }) client_id!: string;
  @Shaped(TEXT, { description: 'The address of the fan club’s provider, which applications discover.' })
  issuer!: string;
  @Shaped(FLAG, { description: 'Whether it has a secret.' }) confidential!: boolean;
  @Shaped(FLAG, { description: 'Whether members are not asked.' }) first_party!: boolean;
  @Shaped({ type: 'array', items: { type: 'string', enum: [...SCOPES] } }) scopes!: Scope[];
  @Shaped(TEXTS) redirect_urls!: string[];
  @Shaped(TEXTS) log_out_urls!: string[];
  @Shaped(orNull(TEXT)) back_channel_log_out_url!: string | null;
  @Shaped(INSTANT) created_at!: string;
  @Shaped(orNull(INSTANT), { description: 'When a member has last logged in there, to the minute.' })
  last_used_at!: string | null;
}

/** An application with its new secret. */
export class ApplicationWithSecret extends ApplicationOfClub {
  @Shaped(orNull(TEXT), { description: 'Shown only here. Null: a public application has none.' })
  client_secret!: string | null;
}

/** An application that a member uses. */
export class ApplicationOfMember {
  @Shaped(ID, { description: 'The id of the application.' }) id!: number;
  @Shaped(TEXT) name!: string;
  @Shaped({ type: 'array', items: { type: 'string', enum: [...SCOPES] } }) scopes!: Scope[];
  @Shaped(INSTANT, { description: 'When the member has first used it.' }) created_at!: string;
  @Shaped(INSTANT) last_used_at!: string;
}
