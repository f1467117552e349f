import { MAIL_STATES, type MailState } from '#platform/mail';
import { COUNT, FLAG, ID, INSTANT, orNull, Shaped, TEXT } from '#platform/reference';

/** A website whose pages may use the API with their visitors' sessions. */
export class TrustedWebsite {
  @Shaped(ID) id!: number;
  @Shaped(TEXT) origin!: string;
  @Shaped(INSTANT) created_at!: string;
}

const REASONS = ['not_an_origin', 'trusted_domain', 'own_website', 'not_trusted'] as const;

/** What the origin check answers pages of a website. */
export class OriginVerdict {
  @Shaped(FLAG) allowed!: boolean;
  @Shaped({ type: 'string', enum: REASONS }) reason!: (typeof REASONS)[number];
}

/** A key without its secret part. */
export class IssuedKey {
  @Shaped(ID) id!: number;
  @Shaped(orNull(TEXT)) name!: string | null;
  @Shaped(TEXT, { description: 'Its first characters.' }) prefix!: string;
  @Shaped(INSTANT) created_at!: string;
  @Shaped(orNull(INSTANT), {
    description: 'Null if it was not used. The use of fan club keys is not recorded.',
  })
  last_used_at!: string | null;
  @Shaped(orNull(INSTANT)) revoked_at!: string | null;
}

const SHOWN_ONCE = { description: 'The whole key, which is shown only here.' };

/** A key of an organization that was just made. */
export class NewOrganizationKey extends IssuedKey {
  @Shaped(TEXT, SHOWN_ONCE) key!: string;
}

/** A key of a fan club. */
export class IssuedFanclubKey extends IssuedKey {
  @Shaped(FLAG, { description: 'Whether catalogue files and the guide’s examples name it.' }) main!: boolean;
}

/** A key of a fan club that was just made. */
export class NewFanclubKey extends IssuedFanclubKey {
  @Shaped(TEXT, SHOWN_ONCE) key!: string;
}

/** A service with whose accounts members log in. Its secret is never shown. */
export class LoginProviderOfClub {
  @Shaped(ID) id!: number;
  @Shaped(TEXT) name!: string;
  @Shaped(TEXT) app_id!: string;
  @Shaped(orNull(TEXT)) login_path!: string | null;
  @Shaped(FLAG) enabled!: boolean;
  @Shaped(orNull(TEXT), { description: 'Of OpenID Connect. Null: the provider signs requests.' })
  issuer!: string | null;
  @Shaped(orNull(TEXT)) label!: string | null;
  @Shaped(orNull(TEXT)) apple_team_id!: string | null;
  @Shaped(orNull(TEXT)) apple_key_id!: string | null;
}

/** The texts of a mail. */
export class MailWording {
  @Shaped(TEXT) subject!: string;
  @Shaped(TEXT) text!: string;
  @Shaped(TEXT) html!: string;
}

/** The texts of a kind of mail: the fan club's own, or the defaults where it has none. */
export class MailTextsOfKind extends MailWording {
  @Shaped(TEXT) kind!: string;
  @Shaped(FLAG, { description: 'Whether any of the texts is the fan club’s own.' }) changed!: boolean;
  @Shaped(orNull(ID), { description: 'By which the record of changes knows them; null: never changed.' })
  record_id!: number | null;
}

/** A mail in the outbox, without its content. */
export class MailOfClub {
  @Shaped(ID) id!: number;
  @Shaped(TEXT) kind!: string;
  @Shaped({ type: 'string', enum: [...MAIL_STATES] }) state!: MailState;
  @Shaped(orNull(TEXT), { description: '`a…@m….example`; null once it was sent.' }) to!: string | null;
  @Shaped(INSTANT) created_at!: string;
  @Shaped(orNull(INSTANT)) sent_at!: string | null;
  @Shaped(COUNT) attempts!: number;
  @Shaped(orNull(TEXT)) error!: string | null;
}

/** How many mails are sent again. */
export class RetriedMails {
  @Shaped(COUNT) mails!: number;
}
