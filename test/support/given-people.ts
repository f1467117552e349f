import { createHash } from 'node:crypto';
import type { DataSource, DeepPartial, EntityTarget } from 'typeorm';
import type { Clock } from '#libs/clock';
import { Customer, EmailAlias } from '../../src/domains/accounts';
import { SecurityEventRow } from '../../src/platform/audit';
import { Contact } from '../../src/domains/contacts';
import {
  Fanclub,
  FanclubKey,
  LoginProvider,
  Organization,
  OrganizationApiKey,
  TrustedDomain,
} from '../../src/platform/tenants';
import { RateLimit } from '../../src/platform/limits';
import { Mail, MailTemplate } from '../../src/platform/mail';
import type { Order } from '../../src/domains/orders';
import { SearchAudit } from '../../src/domains/search';
import { Session } from '../../src/domains/sessions';
import { Authentication } from '../../src/domains/social';
import { OneTimeToken } from '../../src/platform/tokens';
import * as make from '../factories';

/** A fan club together with its main key. */
export type FanclubWithKey = Fanclub & { key: string };

type FanclubOverrides = Partial<make.FanclubInput> & { key?: string };

/** Whose session it is: a customer's, that of an order's buyer, or nobody's. */
interface SessionOf extends Partial<make.SessionInput> {
  customer?: Customer;
  order?: Order;
}

/** The ground that every scenario stands on: fan clubs, their people, and how rows are made and saved. */
export abstract class GivenPeople {
  private count = 0;
  private tenant: Promise<FanclubWithKey> | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  organization(overrides?: Partial<Organization>): Promise<Organization> {
    return this.save(Organization, make.organizationFactory(this.seed(), overrides));
  }

  /** A secret key for the `Api-Key` header, by default of the test's fan club's organization. Returns the key itself. */
  async organizationKey(overrides: Partial<make.OrganizationApiKeyInput> = {}): Promise<string> {
    return (await this.newOrganizationKey(overrides)).key;
  }

  private async newOrganizationKey(
    overrides: Partial<make.OrganizationApiKeyInput> = {},
  ): Promise<{ id: number; key: string }> {
    const seed = this.seed();
    const organizationId = overrides.organizationId ?? (await this.fanclub()).organizationId;
    const key = overrides.key ?? `organization-key-${seed.n}`;
    const row = make.organizationApiKeyFactory(seed, { ...overrides, organizationId, key });
    return { id: (await this.save(OrganizationApiKey, row)).id, key };
  }

  /** The record of a look-up by a partner, with a new key unless one is given. */
  async searchAudit(overrides: Partial<SearchAudit> = {}): Promise<SearchAudit> {
    const organizationApiKeyId = overrides.organizationApiKeyId ?? (await this.newOrganizationKey()).id;
    const input = await this.ofTenant({ ...overrides, organizationApiKeyId });
    return this.save(SearchAudit, make.searchAuditFactory(this.seed(), input));
  }

  async securityEvent(overrides: Partial<make.SecurityEventInput> = {}): Promise<SecurityEventRow> {
    const fanclubId = overrides.fanclubId === undefined ? (await this.fanclub()).id : overrides.fanclubId;
    return this.save(SecurityEventRow, make.securityEventFactory(this.seed(), { ...overrides, fanclubId }));
  }

  async rateLimit(overrides: Partial<make.RateLimitInput> = {}): Promise<RateLimit> {
    return this.save(RateLimit, make.rateLimitFactory(this.seed(), await this.ofTenant(overrides)));
  }

  /**
   * Without argument: the test's fan club, made when first asked for. With one (be it `{}`): a further club of an
   * organization of its own; if it is the first, it becomes the test's.
   */
  fanclub(overrides?: FanclubOverrides): Promise<FanclubWithKey> {
    if (!overrides && this.tenant) return this.tenant;
    const made = this.newFanclub(overrides);
    this.tenant ??= made;
    return made;
  }

  private async newFanclub({ key, ...overrides }: FanclubOverrides = {}): Promise<FanclubWithKey> {
    const organizationId = overrides.organizationId ?? (await this.organization()).id;
    const club = await this.save(Fanclub, make.fanclubFactory(this.seed(), { ...overrides, organizationId }));
    const main = await this.fanclubKey({ fanclubId: club.id, main: true, ...(key !== undefined && { key }) });
    return Object.assign(club, { key: main.key });
  }

  /** A key beside the main one. */
  async fanclubKey(overrides: Partial<make.FanclubKeyInput> = {}): Promise<FanclubKey> {
    return this.save(FanclubKey, make.fanclubKeyFactory(this.seed(), await this.ofTenant(overrides)));
  }

  async trustedDomain(overrides: Partial<make.TrustedDomainInput> = {}): Promise<TrustedDomain> {
    return this.save(TrustedDomain, make.trustedDomainFactory(this.seed(), await this.ofTenant(overrides)));
  }

  /** The provider `social`; its app secret is `app-secret`, unless another `appSecret` is given. */
  async loginProvider({
    appSecret = 'app-secret',
    ...overrides
  }: Partial<make.LoginProviderInput> = {}): Promise<LoginProvider> {
    const input = { ...(await this.ofTenant(overrides)), appSecret };
    return this.save(LoginProvider, make.loginProviderFactory(this.seed(), input));
  }

  /** A registered, confirmed customer, whose password is `PASSWORD` of the factories. */
  async customer({ lockedPlan, ...overrides }: Partial<make.CustomerInput> = {}): Promise<Customer> {
    const input = await this.ofTenant({ fanclubId: lockedPlan?.fanclubId, ...overrides });
    return this.save(Customer, make.customerFactory(this.seed(), { ...input, lockedPlan }));
  }

  /** What buying a free plan leaves behind: a customer without identity. */
  unregisteredCustomer(overrides: Partial<make.CustomerInput> = {}): Promise<Customer> {
    return this.customer({ ...make.UNREGISTERED, ...overrides });
  }

  async emailAlias(overrides: Partial<make.EmailAliasInput> = {}): Promise<EmailAlias> {
    const customer = overrides.customer ?? (await this.customer());
    return this.save(EmailAlias, make.emailAliasFactory(this.seed(), { ...overrides, customer }));
  }

  async authentication(overrides: Partial<make.AuthenticationInput> = {}): Promise<Authentication> {
    const customer = overrides.customer ?? (await this.customer());
    return this.save(Authentication, make.authenticationFactory(this.seed(), { ...overrides, customer }));
  }

  /** Returns the token that the session's cookie carries. */
  async session({ customer, order, ...overrides }: SessionOf = {}): Promise<string> {
    const seed = this.seed();
    const token = overrides.token ?? createHash('sha256').update(`session ${seed.n}`).digest('base64url');
    const input = await this.ofTenant({
      fanclubId: (customer ?? order)?.fanclubId,
      customerId: customer?.id ?? order?.customerId,
      orderId: order?.id,
      ...overrides,
    });
    await this.save(Session, make.sessionFactory(seed, { ...input, token }));
    return token;
  }

  /** Returns the token that the mailed link carries. */
  async oneTimeToken(overrides: Partial<make.OneTimeTokenInput> = {}): Promise<string> {
    const customer = overrides.customer ?? (await this.customer());
    const seed = this.seed();
    const token = overrides.token ?? createHash('sha256').update(`token ${seed.n}`).digest('base64url');
    await this.save(OneTimeToken, make.oneTimeTokenFactory(seed, { ...overrides, customer, token }));
    return token;
  }

  /** A mail in the outbox that no worker is told of. */
  async mail(overrides: Partial<make.MailInput> = {}): Promise<Mail> {
    return this.save(Mail, make.mailFactory(this.seed(), await this.ofTenant(overrides)));
  }

  async mailTemplate(overrides: Partial<make.MailTemplateInput> = {}): Promise<MailTemplate> {
    return this.save(MailTemplate, make.mailTemplateFactory(this.seed(), await this.ofTenant(overrides)));
  }

  async contact(overrides: Partial<make.ContactInput> = {}): Promise<Contact> {
    return this.save(Contact, make.contactFactory(this.seed(), await this.ofTenant(overrides)));
  }

  /** What the next row's defaults are drawn from. */
  protected seed(): make.Seed {
    this.count += 1;
    return { n: this.count, now: this.clock.now() };
  }

  /** The same input, of the test's fan club if it names none. */
  protected async ofTenant<Input extends { fanclubId?: number }>(
    input: Input,
  ): Promise<Input & { fanclubId: number }> {
    return { ...input, fanclubId: input.fanclubId ?? (await this.fanclub()).id };
  }

  /** Inserts a row, made at the test's present, and returns it with what the database has filled in. */
  protected async save<Row extends object>(entity: EntityTarget<Row>, columns: make.New<Row>): Promise<Row> {
    const repository = this.dataSource.getRepository(entity);
    const now = this.clock.now();
    const row = repository.create({ createdAt: now, updatedAt: now, ...columns } as DeepPartial<Row>);
    await repository.insert(row);
    return row;
  }
}
