import { EmailAlias } from '#domains/accounts/email-alias.entity';
import { ShippingAddress } from '#domains/shipping/shipping-address.entity';
import { Authentication } from '#domains/social/authentication.entity';
import { AffiliateCodes } from '#domains/subscriptions/affiliate-codes.entity';
import type { SavedCustomer } from './customers';
import type { FanclubParts } from './fanclub-parts';
import { saveSelections } from './item-selections';
import type { Loading } from './loading';
import { match, reportTaken } from './rows';
import type { TableRules } from './table';
import { prune, save, write } from './write';

const CUSTOMER = { column: 'customerId', noun: 'customer' } as const;

const ALIASES: TableRules<EmailAlias> = {
  entity: EmailAlias,
  tenant: 'fanclubId',
  key: ['customerId', 'email'],
  named: { noun: 'e-mail address', field: '' },
  folded: ['email'],
  shown: 'email',
};

const AUTHENTICATIONS: TableRules<Authentication> = {
  entity: Authentication,
  tenant: 'fanclubId',
  owner: CUSTOMER,
  key: ['customerId', 'name'],
  named: { noun: 'name', field: 'name' },
};

const ADDRESSES: TableRules<ShippingAddress> = {
  entity: ShippingAddress,
  tenant: 'fanclubId',
  key: ['customerId'],
  named: { noun: 'customer', field: '' },
};

const AFFILIATE_CODES: TableRules<AffiliateCodes> = {
  entity: AffiliateCodes,
  tenant: 'fanclubId',
  owner: CUSTOMER,
  key: ['customerId', 'affiliateId'],
  named: { noun: 'affiliate', field: 'affiliate' },
  lists: { codes: 'codes' },
};

/** Loads what a customer has besides memberships and orders. */
export async function loadCustomerParts(
  loading: Loading,
  parts: FanclubParts,
  customers: readonly SavedCustomer[],
): Promise<void> {
  await loadAliases(loading, parts, customers);
  await loadAuthentications(loading, parts, customers);
  await loadAddresses(loading, parts, customers);
  await loadAffiliateCodes(loading, parts, customers);
  await saveSelections(loading, parts, customers);
}

async function loadAliases(
  loading: Loading,
  { id: fanclubId }: FanclubParts,
  customers: readonly SavedCustomer[],
): Promise<void> {
  const listed = customers.filter(({ part }) => part.email_aliases !== undefined);
  const rows = listed.flatMap(({ id: customerId, path, part }) =>
    (part.email_aliases ?? []).map((email, n) => ({
      path: `${path}.email_aliases[${n}]`,
      values: { fanclubId, customerId, email },
    })),
  );
  const kept = await save(loading, ALIASES, rows);
  const list = { fanclubId, owner: 'customerId', owners: listed, field: 'email_aliases' } as const;
  await prune(loading, ALIASES, list, kept);
}

async function loadAuthentications(
  loading: Loading,
  { id: fanclubId }: FanclubParts,
  customers: readonly SavedCustomer[],
): Promise<void> {
  const rows = customers.flatMap(({ id: customerId, path, part }) =>
    (part.authentications ?? []).map(({ name, uid }, n) => ({
      path: `${path}.authentications[${n}]`,
      values: { fanclubId, customerId, name, uid },
    })),
  );
  const seen = new Set<string>();
  for (const { path, values } of rows) {
    const account = `${values.name} ${values.uid}`;
    if (values.uid !== undefined && seen.has(account))
      loading.faults.add(`${path}.uid`, 'belongs to another customer');
    seen.add(account);
  }
  const matched = await match(loading, AUTHENTICATIONS, rows);
  await reportTaken(loading, AUTHENTICATIONS, matched, ['fanclubId', 'name', 'uid'], {
    field: 'uid',
    message: 'belongs to another customer',
  });
  await write(loading, AUTHENTICATIONS, matched);
}

async function loadAddresses(
  loading: Loading,
  { id: fanclubId }: FanclubParts,
  customers: readonly SavedCustomer[],
): Promise<void> {
  const listed = customers.filter(({ part }) => part.shipping_address !== undefined);
  const rows = listed.flatMap(({ id: customerId, path, part }) => {
    if (!part.shipping_address) return [];
    const { first_name, last_name, address, address_2, city, state, postal_code, country } =
      part.shipping_address;
    const values = {
      fanclubId,
      customerId,
      firstName: first_name,
      lastName: last_name,
      address,
      address2: address_2 ?? '',
      city,
      state,
      postalCode: postal_code,
      country,
    };
    return [{ path: `${path}.shipping_address`, values }];
  });
  const kept = await save(loading, ADDRESSES, rows);
  const list = { fanclubId, owner: 'customerId', owners: listed, field: 'shipping_address' } as const;
  await prune(loading, ADDRESSES, list, kept);
}

async function loadAffiliateCodes(
  loading: Loading,
  parts: FanclubParts,
  customers: readonly SavedCustomer[],
): Promise<void> {
  const rows = customers.flatMap(({ id: customerId, path, part }) =>
    (part.affiliate_codes ?? []).map(({ affiliate, codes }, n) => {
      const at = `${path}.affiliate_codes[${n}]`;
      const affiliateId = parts.affiliates.resolve(affiliate, `${at}.affiliate`, loading.faults);
      return { path: at, values: { fanclubId: parts.id, customerId, affiliateId, codes } };
    }),
  );
  await save(loading, AFFILIATE_CODES, rows);
}
