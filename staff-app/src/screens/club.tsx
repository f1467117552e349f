import type { ReactElement } from 'react';
import { BooleanInput, EditBase, NumberInput, required, SelectInput, TextInput, Title } from 'react-admin';
import { Paper } from '@mui/material';
import { may, reloadMe } from '../api/clubs';
import { Section, StaffForm, useSaveFault } from '../parts/form';
import { ImageInput } from '../parts/image-input';
import { CountryInput, OptionalTextInput, TimeZoneInput } from '../parts/inputs';

const LINKS: readonly [field: string, label: string][] = [
  ['login', 'Log-in page'],
  ['logout', 'Page after logging out'],
  ['password_reset', 'Page for a forgotten password'],
  ['saved_card', 'Page for the saved card'],
  ['redeem', 'Page to redeem a code'],
  ['forum', 'Forum'],
  ['legals.privacy', 'Privacy statement'],
  ['legals.terms', 'Terms of service'],
];

const FONTS = [
  { id: 'system', name: 'System' },
  { id: 'humanist', name: 'Humanist' },
  { id: 'geometric', name: 'Geometric' },
  { id: 'rounded', name: 'Rounded' },
  { id: 'serif', name: 'Serif' },
  { id: 'slab', name: 'Slab serif' },
  { id: 'typewriter', name: 'Typewriter' },
];

/** The fan club's settings. */
export function ClubPage(): ReactElement {
  const onError = useSaveFault();
  // Only owners change what decides about money.
  const disabled = !may('club.money');
  return (
    <EditBase
      resource="club"
      id="club"
      mutationMode="pessimistic"
      redirect={false}
      // Its name, zone and currency are shown elsewhere.
      mutationOptions={{ onSettled: () => void reloadMe(), onError }}
    >
      <Title title="Settings" />
      <Paper variant="outlined" sx={{ maxWidth: 760, my: 2 }}>
        <StaffForm>
          <Section title="Fan club" />
          <TextInput source="name" validate={required()} />
          <TextInput source="site_url" label="Website" type="url" validate={required()} />
          <TextInput source="plans_url" label="Page with the plans" type="url" />
          <TextInput source="support_email" label="Support e-mail" type="email" validate={required()} />
          <TimeZoneInput source="time_zone" />
          <Section title="Money" />
          <TextInput
            source="currency"
            helperText="Three letters, such as EUR. All prices are in it."
            disabled={disabled}
          />
          <OptionalTextInput
            source="tax_rate"
            label="Tax in the prices, in percent"
            helperText="As 19.00. Receipts say how much tax a price includes. Empty: they say nothing of tax."
            disabled={disabled}
          />
          <OptionalTextInput
            source="tax_text"
            label="Name of the tax"
            helperText="Such as VAT."
            disabled={disabled}
          />
          <TextInput
            source="support_refund_limit"
            label="Refund limit of the role Support"
            helperText="How much of an order Support may refund, as 20.00. 0: nothing. Above it, everyone else must confirm with their second factor. Only an owner changes it."
            validate={required()}
            disabled={disabled}
          />
          <Section title="Renewals" />
          <NumberInput
            source="renewal_notice_days"
            label="Days of notice before a renewal is charged"
            min={3}
            max={60}
            helperText="From the mail with price and day to the charge of the saved card. At least 3."
            disabled={disabled}
          />
          <NumberInput
            source="renewal_try_days"
            label="Days in which a declined renewal is tried again"
            min={1}
            max={28}
            helperText="From the first charge to the last of four tries. All end before the membership does."
            disabled={disabled}
          />
          <Section title="Members" />
          <CountryInput source="home_country" />
          <NumberInput
            source="minimum_age"
            min={0}
            max={150}
            helperText="Years that people must have for an account."
          />
          <BooleanInput source="forum_integration" label="Members have user names for a forum" />
          <BooleanInput source="list_plans_without_subscription" />
          <Section title="Look" />
          <ImageInput source="logo_url" label="Address of the logo" />
          <OptionalTextInput
            source="accent_color"
            label="Colour of pages and mails"
            helperText="As #1a4f8b. Texts stay readable with any colour."
          />
          <SelectInput
            source="font"
            label="Font of pages and mails"
            choices={FONTS}
            emptyText="That of the reader's system"
            parse={(id: string) => (id === '' ? null : id)}
            format={(id: string | null) => id ?? ''}
          />
          <Section title="Links" help="Where pages and mails lead. Empty: to the pages of this service." />
          {LINKS.map(([field, label]) => (
            <OptionalTextInput key={field} source={`links.${field}`} label={label} />
          ))}
        </StaffForm>
      </Paper>
    </EditBase>
  );
}
