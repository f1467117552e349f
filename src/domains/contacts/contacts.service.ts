import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import type { FanclubInfo, Viewer } from '#platform/access';
import { Config } from '#platform/config';
import { Sql, type Statements } from '#platform/database';
import { hostedLink } from '#platform/tenants';
import { SignUps } from '#platform/limits';
import { Mails } from '#platform/mail';
import { LinkExpired, OneTimeTokens } from '#platform/tokens';
import { checkDetails, type SignUp, signUpOf } from './contact.rules';
import { AlreadyMember, AlreadySubscribed } from './contacts.errors';
import {
  ADD_CONTACT,
  CLAIM_REMINDER,
  CONFIRM_CONTACT,
  type ContactToConfirm,
  FIND_STANDING,
} from './contacts.queries';
import type { SignUpBody } from './dto/sign-up.body';

/** Milliseconds within which an address is not asked again to confirm itself, however often somebody enters it. */
const REMINDER_INTERVAL = 24 * 60 * 60 * 1000;

/** The fan club's list of people who are not customers yet. */
@Injectable()
export class ContactsService {
  constructor(
    private readonly sql: Sql,
    private readonly tokens: OneTimeTokens,
    private readonly mails: Mails,
    private readonly signUps: SignUps,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /**
   * Puts somebody on the contact list and mails them a link to confirm it. Checks in the order of decisions 6.11; the unique
   * key settles what happens at the same time. Who is on the list unconfirmed is told so and, once a day at most, mailed again.
   * @throws ContactRequired, EmailNotValid, TooManyRequests, AlreadyMember, AlreadySubscribed, BirthdateNotValid, NotOldEnough, InvalidFields
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
      if (await this.mailTo(fanclub, (tx) => tx.first(CLAIM_REMINDER, { ...address, longAgo, now }))) {
        mailed();
      }
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
   * Confirms the address of a contact by the token of the mailed link. Takes the contact before the token, as a reminder does,
   * so that they cannot wait for each other.
   * @throws LinkExpired
   */
  async confirm(fanclub: Pick<FanclubInfo, 'id'>, token: string): Promise<void> {
    const owner = await this.tokens.find(fanclub.id, 'confirm_contact', token);
    if (!owner) throw new LinkExpired();
    const now = this.clock.now();
    const contact = { fanclub: fanclub.id, contact: owner.contactId!, email: owner.email };
    await this.sql.transaction(async (tx) => {
      if ((await tx.run(CONFIRM_CONTACT, { ...contact, now })) === 0) throw new LinkExpired();
      if (!(await this.tokens.use(tx, fanclub.id, 'confirm_contact', token))) throw new LinkExpired();
    });
  }

  /** Writes a contact and, if there is one then, the mail with a new link; both or neither. Returns whether there is one. */
  private mailTo(
    fanclub: FanclubInfo,
    write: (tx: Statements) => Promise<ContactToConfirm | null>,
  ): Promise<boolean> {
    return this.sql.transaction(async (tx) => {
      const contact = await write(tx);
      if (!contact) return false;
      const { id: contactId, email, firstName } = contact;
      const purpose = 'confirm_contact';
      const token = await this.tokens.issue(tx, { fanclubId: fanclub.id, purpose, contactId, email });
      const link = hostedLink(this.config.publicUrl, fanclub.id, 'confirm-contact', token);
      await this.mails.queue(tx, fanclub, { kind: 'confirm_contact', to: email, firstName, link });
      return true;
    });
  }
}
