import {
  fieldsOf,
  format as f,
  match,
  memberPart,
  reportTaken,
  type TableRules,
  write,
} from '#platform/catalogue';
import { Customer, Authentication } from '#domains/accounts/customer.entity';

const authentication = f.object('CustomerAuthentication', { name: f.providerName(), uid: f.label() });

const AUTHENTICATIONS: TableRules<Authentication> = {
  entity: Authentication,
  tenant: 'fanclubId',
  owner: { column: 'customerId', noun: 'customer' },
  key: ['customerId', 'name'],
  named: { noun: 'name', field: 'name' },
};

const TAKEN = { field: 'uid', message: 'belongs to another customer' };

/** The accounts of a customer at login providers. */
export const authenticationsInCatalogue = memberPart({
  of: Customer,
  fields: { authentications: f.optional(f.keyed(authentication, 'name')) },
  async load(context, { id: fanclubId }, customers) {
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
        context.faults.add(`${path}.${TAKEN.field}`, TAKEN.message);
      seen.add(account);
    }
    const matched = await match(context, AUTHENTICATIONS, rows);
    await reportTaken(context, AUTHENTICATIONS, matched, ['fanclubId', 'name', 'uid'], TAKEN);
    await write(context, AUTHENTICATIONS, matched);
  },
  async export(context, club, customers) {
    const rowsOf = await context.owned(Authentication, club, 'customerId', customers);
    return (id) => ({ authentications: rowsOf(id).map((row) => fieldsOf(authentication.fields, row)) });
  },
});
