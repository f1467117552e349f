import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import type { FanclubInfo, Viewer } from '#platform/access';
import { type RowOf, Sql, type Statements } from '#platform/database';
import { ClubHosts, hostedLink } from '#platform/tenants';
import { SignUps } from '#platform/limits';
import { Mails } from '#platform/mail';
import { LinkExpired, OneTimeTokens } from '#platform/tokens';
import { checkDetails, type SignUp, signUpOf } from './contact.rules';
import { AlreadyMember, AlreadySubscribed } from './contacts.errors';
import { ADD_CONTACT, CLAIM_REMINDER, CONFIRM_CONTACT, FIND_STANDING } from './contacts.queries';
import type { SignUpBody } from './dto/sign-up.body';

/** Milliseconds between two confirmation mails to an address. */
const REMINDER_INTERVAL = 24 * 60 * 60 * 1000;

/** The contact list of a fan club: people who are not customers yet. */
@Injectable()
export class ContactsService {
  constructor(
    private readonly sql: Sql,
    private readonly tokens: OneTimeTokens,
    private readonly mails: Mails,
    private readonly signUps: SignUps,
    private readonly clock: Clock,
    private readonly hosts: ClubHosts,
  ) {}

  /**
   * Adds a contact and mails a link to confirm the address. Checks in the order of contract 6.11; the unique key decides between
   * simultaneous sign-ups. An unconfirmed contact gets another mail, once a day at most.
   * @throws ContactRequired, EmailNotValid, TooManyRequests, AlreadyMember, AlreadySubscribed, BirthdateNotValid, NotOldEnough,
   *   InvalidFields
   */
  async signUp(viewer: Viewer, body: SignUpBody): Promise<void> {
    const signUp = signUpOf(body);
    await this.signUps.limit(viewer, signUp.email, (mailed) =>
      this.signUpNow(viewer.fanclub, signUp, mailed),
    );
  }

  private async signUpNow(fanclub: FanclubInfo, signUp: SignUp, mailed: () => void): Promise<void> {
    const { email, contact } = signUp;
    const now = this.clock.now();
    const longAgo = new Date(now.getTime() - REMINDER_INTERVAL);
    const address = { fanclub: fanclub.id, email };
    const standing = await this.sql.first(FIND_STANDING, { ...address, longAgo });
    if (standing?.isCustomer) throw new AlreadyMember(fanclub.name);
    if (standing?.reminderDue) {
      const claimed = await this.mailTo(fanclub, (tx) =>
        tx.first(CLAIM_REMINDER, { ...address, longAgo, now }),
      );
      if (claimed) mailed();
    }
    if (standing?.isContact) throw new AlreadySubscribed();
    checkDetails(signUp, fanclub, now);
    const isNew = await this.mailTo(fanclub, (tx) =>
      tx.first(ADD_CONTACT, {
        ...address,
        firstName: contact.first_name ?? null,
        lastName: contact.last_name ?? null,
        birthdate: contact.birthdate ?? null,
        listsOptInSource: contact.lists_opt_in_source ?? null,
        customFields: JSON.stringify(contact.custom_fields),
        now,
      }),
    );
    if (!isNew) throw new AlreadySubscribed();
  }

  /**
   * Confirms the address of a contact by a mailed link. Locks the contact before the token, as a reminder does, to avoid
   * deadlocks.
   * @throws LinkExpired
   */
  async confirm(fanclub: Pick<FanclubInfo, 'id'>, token: string): Promise<void> {
    const { ownerId, email } = await this.tokens.find(fanclub.id, 'confirm_contact', token);
    const contact = { fanclub: fanclub.id, contact: ownerId, email };
    await this.sql.transaction(async (tx) => {
      const confirmed = await tx.run(CONFIRM_CONTACT, { ...contact, now: this.clock.now() });
      if (confirmed === 0) throw new LinkExpired();
      await this.tokens.use(tx, fanclub.id, 'confirm_contact', token);
    });
  }

  /** Runs `write` and, if it returns a contact, queues the mail with a new link. Returns whether it did. */
  private mailTo(
    fanclub: FanclubInfo,
    write: (tx: Statements) => Promise<RowOf<typeof ADD_CONTACT> | null>,
  ): Promise<boolean> {
    return this.sql.transaction(async (tx) => {
      const contact = await write(tx);
      if (!contact) return false;
      const { id: ownerId, email, firstName } = contact;
      const kind = 'confirm_contact';
      const token = await this.tokens.issue(tx, { fanclubId: fanclub.id, purpose: kind, ownerId, email });
      const link = hostedLink(this.hosts.addressOf(fanclub.id), 'confirm-contact', token);
      await this.mails.queue(tx, fanclub, { kind, to: email, firstName, link });
      return true;
    });
  }
}
