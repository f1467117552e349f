import type { Confirmation, ConfirmationProof } from '#domains/accounts';
import { type FieldSpec, formView, isSent, type Problems, textOf } from './form.rules';
import { formPage, type Page } from './page';
import { knownAddress, newPasswordFields, newPasswordOf } from './password-fields';

/** The field of visitors who do not know the account's password. */
export const PASSWORD_UNKNOWN = 'password_unknown';

const HEADING = 'Confirm your email address';

const PASSWORD: FieldSpec = {
  name: 'password',
  label: 'Password',
  type: 'password',
  autocomplete: 'current-password',
};

const NO_EXTRAS = { address: null, unknown: null, forgotten: null };

/** The proof that a form sent. A form for the current password has no `password_confirmation`. */
export function proofOf(body: unknown): ConfirmationProof {
  const chosen = isSent(body, 'password_confirmation') ? newPasswordOf(body) : null;
  return { password: textOf(body, 'password'), chosen };
}

/** Confirms the address of an account, with the proof that the account requires. */
export function addressForm(confirmation: Confirmation, problems?: Problems): Page {
  const { email, asks } = confirmation;
  if (asks === 'first_password') return firstPasswordForm(confirmation, problems);
  if (asks === 'password') {
    const content = {
      ...NO_EXTRAS,
      paragraphs: ['Enter the password that was chosen for this account.'],
      unknown: {
        lead: 'You have forgotten it, or somebody else signed up with your address?',
        name: PASSWORD_UNKNOWN,
        button: 'I do not know the password',
      },
    };
    const fields = [knownAddress(email), PASSWORD];
    return formPage('confirm', HEADING, content, formView('Confirm this address', fields, problems));
  }
  const paragraphs = ['Press the button to confirm that this address is yours.'];
  const content = { ...NO_EXTRAS, paragraphs, address: email };
  return formPage('confirm', HEADING, content, formView('Confirm this address', [], problems));
}

/** Confirms the address of an account and replaces its password, which the visitor does not know. */
export function choosePasswordForm({ email, losesConnections }: Confirmation, problems?: Problems): Page {
  const paragraphs = [
    `Choose a new password to confirm this address. Everybody who is logged in to this account is logged out${
      losesConnections ? ', and the social account that is connected to it is removed' : ''
    }.`,
  ];
  const form = formView(
    'Confirm and set password',
    [knownAddress(email), ...newPasswordFields('New password')],
    problems,
    { [PASSWORD_UNKNOWN]: 'true' },
  );
  return formPage('confirm', 'Choose a new password', { ...NO_EXTRAS, paragraphs }, form);
}

function firstPasswordForm({ email, losesConnections }: Confirmation, problems?: Problems): Page {
  const paragraphs = [
    'Choose a password to confirm this address and finish your account.',
    ...(losesConnections
      ? [
          'The social account with which it was registered will be removed, because we cannot tell in this browser whether it is yours. To keep it, open this link in the browser in which you registered.',
        ]
      : []),
  ];
  const fields = [knownAddress(email), ...newPasswordFields('Password')];
  const form = formView('Confirm and set password', fields, problems);
  return formPage('confirm', HEADING, { ...NO_EXTRAS, paragraphs }, form);
}

/**
 * Confirms a new address, with the password of the account or a button. This link cannot reset the password, as it proves
 * access to the new mailbox and not to the account.
 * @param reset the address of the page that resets a forgotten password
 */
export function newAddressForm({ email, asks }: Confirmation, reset: string, problems?: Problems): Page {
  const needsPassword = asks === 'password';
  const content = {
    ...NO_EXTRAS,
    paragraphs: [
      needsPassword
        ? 'Enter the password of your account to use this address in place of the old one.'
        : 'Press the button to make this address the one of your account, in place of the old one.',
    ],
    address: email,
    forgotten: needsPassword ? reset : null,
  };
  const form = formView('Use this address', needsPassword ? [PASSWORD] : [], problems);
  return formPage('confirm', 'Confirm your new email address', content, form);
}
