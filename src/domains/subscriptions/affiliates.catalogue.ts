import { fanclubPart, format as f, itemsOf, memberPart, save, type TableRules } from '#platform/catalogue';
import { Customer } from '#domains/accounts/customer.entity';
import { AffiliateCodes, Affiliate } from './affiliate.entity';

const affiliate = f.object('Affiliate', { id: f.optional(f.id('affiliates')), name: f.label() });

const affiliateCodes = f.object('AffiliateCodes', {
  affiliate: f.ref('an affiliate'),
  codes: f.list(f.label()),
});

const AFFILIATES: TableRules<Affiliate> = {
  entity: Affiliate,
  tenant: 'fanclubId',
  key: ['fanclubId', 'name'],
  named: { noun: 'name', field: 'name' },
};

const AFFILIATE_CODES: TableRules<AffiliateCodes> = {
  entity: AffiliateCodes,
  tenant: 'fanclubId',
  owner: { column: 'customerId', noun: 'customer' },
  key: ['customerId', 'affiliateId'],
  named: { noun: 'affiliate', field: 'affiliate' },
  lists: { codes: 'codes' },
};

/** The affiliates of a fan club. */
export const affiliatesInCatalogue = fanclubPart({
  fields: { affiliates: f.optional(f.keyed(affiliate, 'name')) },
  targets: { affiliates: { entity: Affiliate, noun: 'affiliate' } },
  async load(context, { id: fanclubId, path, targets }, part) {
    const rows = itemsOf([{ path, part }], 'affiliates').map(({ path, part: { id, name } }) => ({
      path,
      id,
      values: { fanclubId, name },
    }));
    const saved = await save(context, AFFILIATES, rows);
    targets.affiliates.add(saved.map(({ id, values }) => ({ id, names: [values.name] })));
  },
  async export(context, club) {
    const rows = await context.rows(Affiliate, club);
    return { affiliates: rows.map(({ id, name }) => ({ id: context.id(id), name })) };
  },
});

/** A customer's codes of affiliates. */
export const affiliateCodesInCatalogue = memberPart({
  of: Customer,
  fields: { affiliate_codes: f.optional(f.keyed(affiliateCodes, 'affiliate')) },
  refersTo: { affiliates: Affiliate },
  async load(context, { id: fanclubId, targets }, customers) {
    const rows = itemsOf(customers, 'affiliate_codes').map(({ path, part: { affiliate, codes }, owner }) => {
      const affiliateId = targets.affiliates.resolve(affiliate, `${path}.affiliate`);
      return { path, values: { fanclubId, customerId: owner.id, affiliateId, codes } };
    });
    await save(context, AFFILIATE_CODES, rows);
  },
  async export(context, club, customers) {
    const rowsOf = await context.owned(AffiliateCodes, club, 'customerId', customers);
    const { affiliates } = club.targets;
    return (id) => ({
      affiliate_codes: rowsOf(id).map(({ affiliateId, codes }) => ({
        affiliate: affiliates.refer(affiliateId),
        codes,
      })),
    });
  },
});
