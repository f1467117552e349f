import { newPassword, type NewPassword } from '#domains/accounts';
import type { FieldSpec, SentForm } from './form.rules';

export const emailField = (value = ''): FieldSpec => ({
  name: 'email',
  label: 'Email',
  type: 'email',
  autocomplete: 'username',
  value,
});

/** The account's address, read-only. It shows visitors and password managers which account the password is for. */
export const knownAddress = (value: string): FieldSpec => ({ ...emailField(value), fixed: true });

export const CURRENT_PASSWORD: FieldSpec = {
  name: 'password',
  label: 'Password',
  type: 'password',
  autocomplete: 'current-password',
};

/** Asks for a new password twice, to catch typing errors. */
export function newPasswordFields(label: string): FieldSpec[] {
  return [
    {
      name: 'password',
      label,
      type: 'password',
      autocomplete: 'new-password',
      hint: 'At least 8 characters. A few words that belong together only for you make a good one.',
    },
    {
      name: 'password_confirmation',
      label: `${label} confirmation`,
      type: 'password',
      autocomplete: 'new-password',
    },
  ];
}

/** The values of {@link newPasswordFields}; a missing field counts as blank. */
export const newPasswordOf = ({ password = '', password_confirmation = '' }: SentForm): NewPassword =>
  newPassword({ password, password_confirmation });
