import { format as f, memberPart, saveWhole, type TableRules } from '#platform/catalogue';
import { Customer, EmailAlias } from './customer.entity';

const ALIASES: TableRules<EmailAlias> = {
  entity: EmailAlias,
  tenant: 'fanclubId',
  key: ['customerId', 'email'],
  named: { noun: 'e-mail address', field: '' },
  folded: ['email'],
  shown: 'email',
};

/** The former e-mail addresses of a customer. The file lists all of them; others are deleted. */
export const emailAliasesInCatalogue = memberPart({
  of: Customer,
  fields: { email_aliases: f.optional(f.setOf(f.email(), { distinct: (alias) => alias?.toLowerCase() })) },
  async load(context, { id: fanclubId }, customers) {
    const listed = customers.filter(({ part }) => part.email_aliases !== undefined);
    const rows = listed.flatMap(({ id: customerId, path, part }) =>
      (part.email_aliases ?? []).map((email, n) => ({
        path: `${path}.email_aliases[${n}]`,
        values: { fanclubId, customerId, email },
      })),
    );
    const list = { fanclubId, owner: 'customerId', owners: listed, field: 'email_aliases' } as const;
    await saveWhole(context, ALIASES, list, rows);
  },
  async export(context, club, customers) {
    const rowsOf = await context.owned(EmailAlias, club, 'customerId', customers);
    return (id) => ({ email_aliases: rowsOf(id).map(({ email }) => email) });
  },
});
