import { Box } from '@mui/material';
import type { ReactElement } from 'react';
import { may } from '../api/clubs';
import type { Address, MemberPage } from '../api/generated';
import { ActionButton } from '../parts/action-button';
import type { ActionField } from '../parts/action-input';
import { COUNTRIES } from '../parts/inputs';

/** What `GET …/shipping` answers. */
interface Shipping {
  readonly address: Address | null;
  readonly items: Readonly<Record<string, ShippingItem>>;
}

interface ShippingItem {
  readonly label: string;
  readonly options: readonly { readonly id: number; readonly name: string; readonly selected: boolean }[];
}

const NAMES = Object.fromEntries(COUNTRIES.map(({ id, name }) => [id, name]));

const LINES: readonly (readonly [keyof Address, string])[] = [
  ['first_name', 'First name'],
  ['last_name', 'Last name'],
  ['address', 'Address'],
  ['address_2', 'Second line'],
  ['city', 'City'],
  ['state', 'State or region'],
  ['postal_code', 'Postal code'],
];

/** The lines of an address, then a field for each choice that the member's packages have. */
function fieldsOf(record: Record<string, unknown>): ActionField[] {
  const { address, items } = record as unknown as Shipping;
  const lines = LINES.map(([name, label]) => ({
    name,
    label,
    initial: address?.[name] ?? '',
    optional: name === 'address_2',
  }));
  const country = { name: 'country', label: 'Country', choices: NAMES, initial: address?.country ?? '' };
  const choices = Object.entries(items).map(([name, { label, options }]) => ({
    name,
    label,
    optional: true,
    choices: Object.fromEntries(options.map((option) => [String(option.id), option.name])),
    initial: String(options.find(({ selected }) => selected)?.id ?? ''),
  }));
  return [...lines, country, ...choices];
}

/** Corrects the postal address of a member, and what the member chose for packages. */
export function CorrectAddress({ member }: { member: MemberPage }): ReactElement | null {
  if (!may('members.write') || member.erased_at) return null;
  return (
    <Box sx={{ mt: 2 }}>
      <ActionButton
        label="Correct address and choices"
        path={`members/${member.id}/shipping`}
        method="PATCH"
        versioned
        explains="The rules are those of your website. Another country turns automatic renewal off. Parcels on a packing list keep their address."
        fields={fieldsOf}
        body={(values) => ({ ...values, address_2: values.address_2 ?? null })}
        done="Address and choices are saved."
      />
    </Box>
  );
}

const EMAIL: ActionField = { name: 'email', label: 'New e-mail address', type: 'email' };

/** Corrects the e-mail address of a member: by the member's own confirmation, or at once. */
export function CorrectEmail({ member }: { member: number }): ReactElement {
  return (
    <>
      <ActionButton
        label="Propose an e-mail address"
        path={`members/${member}/propose_email`}
        explains="The new address gets a mail with a link. The address changes when the member has followed it and typed the password. The present address gets a notice."
        fields={[EMAIL]}
        done="The mail is on its way."
      />
      <ActionButton
        label="Change the e-mail address now"
        path={`members/${member}/replace_email`}
        danger
        explains="Be sure that it is the member who asks: who has the new address can log in. Both addresses get a mail; the former one can undo the change for 7 days, unless it was never confirmed. A member who never confirmed it and has bought something can only be sent a proposal."
        fields={[EMAIL, { name: 'reason', label: 'Reason', help: 'It is kept on record.' }]}
        done="The address is changed."
      />
    </>
  );
}
