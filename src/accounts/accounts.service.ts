import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { FieldErrors } from '#libs/envelope';
import { Passwords } from '#libs/password';
import type { FanclubInfo, ViewerCustomer } from '../access';
import { violatedUnique } from '../database/conflicts';
import { Sql } from '../database/sql';
import { SignUps } from '../limits';
import { AccountMails } from './account-mails';
import {
  checkBirthdate,
  checkEmail,
  checkText,
  checkNewPassword,
  checkTerms,
  checkUsername,
  emailOf,
  usernameOf,
} from './account.fields';
import { CREATE_CUSTOMER, type CreatedRow, FIND_TAKEN, type TakenRow } from './accounts.queries';
import { UNIQUE_EMAIL, UNIQUE_USERNAME } from './customer.entity';
import { newCustomer } from './customer.rules';
import { type CreateAccountBody, passwordOf } from './dto/create-account.body';

/** What is to become an account, found in order. */
interface NewAccount {
  email: string;
  firstName: string | null;
  lastName: string | null;
  birthdate: string;
  username: string | null;
  password: string | null;
  acceptedTermsAt: Date | null;
}

/** Creating accounts. */
@Injectable()
export class AccountsService {
  constructor(
    private readonly sql: Sql,
    private readonly passwords: Passwords,
    private readonly mails: AccountMails,
    private readonly signUps: SignUps,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates an account, registered but not confirmed, and queues the mail that asks for the confirmation (decisions 4.4).
   * Limited as a sign-up if there is an address to look up.
   * @throws TooManyRequests; InvalidFields with every message, in the order of decisions 4.2
   */
  async create(fanclub: FanclubInfo, body: CreateAccountBody, client: string): Promise<ViewerCustomer> {
    const email = emailOf(body.email);
    if (email === null) return this.createNow(fanclub, body, client);
    return this.signUps.limit(fanclub, { email, client }, () => this.createNow(fanclub, body, client));
  }

  private async createNow(
    fanclub: FanclubInfo,
    body: CreateAccountBody,
    client: string,
  ): Promise<ViewerCustomer> {
    const account = this.checked(fanclub, body, await this.findTaken(fanclub, body));
    const passwordHash =
      account.password === null ? null : await this.passwords.hash(account.password, client);
    try {
      return newCustomer(await this.insert(fanclub, account, passwordHash));
    } catch (error) {
      const constraint = violatedUnique(error);
      if (constraint !== UNIQUE_EMAIL && constraint !== UNIQUE_USERNAME) throw error;
      // Someone else was quicker. Their row tells whether they have both names; the constraint tells only the first.
      const taken = await this.findTaken(fanclub, body);
      this.checked(fanclub, body, {
        email: taken.email || constraint === UNIQUE_EMAIL,
        username: taken.username || constraint === UNIQUE_USERNAME,
      });
      throw error;
    }
  }

  /** Holds every field against the rules; `taken` are the names that others have. */
  private checked(fanclub: FanclubInfo, body: CreateAccountBody, taken: TakenRow): NewAccount {
    const now = this.clock.now();
    const errors = new FieldErrors();
    const password = passwordOf(body);
    const account: NewAccount = {
      email: checkEmail(errors, body.email, taken.email),
      firstName: checkText(errors, 'first_name', body.first_name),
      lastName: checkText(errors, 'last_name', body.last_name),
      birthdate: checkBirthdate(errors, body.birthdate, fanclub, now),
      username: fanclub.forumIntegration ? checkUsername(errors, body.username, taken.username) : null,
      password: password && checkNewPassword(errors, password),
      acceptedTermsAt: null,
    };
    if (body.accept_terms !== undefined && body.accept_terms !== null) {
      checkTerms(errors, body.accept_terms);
      account.acceptedTermsAt = now;
    }
    errors.throwIfAny();
    return account;
  }

  private async findTaken(fanclub: FanclubInfo, body: CreateAccountBody): Promise<TakenRow> {
    const email = emailOf(body.email);
    const username = fanclub.forumIntegration ? usernameOf(body.username) : null;
    if (email === null && username === null) return { email: false, username: false };
    return (await this.sql.first<TakenRow>(FIND_TAKEN, [fanclub.id, email, username]))!;
  }

  private insert(
    fanclub: FanclubInfo,
    account: NewAccount,
    passwordHash: string | null,
  ): Promise<CreatedRow> {
    return this.sql.transaction(async (tx) => {
      const { email, firstName, lastName, birthdate, username, acceptedTermsAt } = account;
      const created = (await tx.first<CreatedRow>(CREATE_CUSTOMER, [
        fanclub.id,
        email,
        passwordHash,
        firstName,
        lastName,
        birthdate,
        username,
        acceptedTermsAt,
      ]))!;
      await this.mails.confirmAddress(tx, fanclub, { id: created.id, email, firstName: created.first_name });
      return created;
    });
  }
}
