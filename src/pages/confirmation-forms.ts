import type { Confirmation } from '#domains/accounts';
import { CURRENT_PASSWORD, knownAddress, newPasswordFields } from './account-fields';
import { type FormView, formView, type Problems } from './form.rules';
import { formPage, type Page, type Views } from './page';

/** The field that a form sends if the visitor does not know the account's password. */
export const PASSWORD_UNKNOWN = 'password_unknown';

type Content = Pick<Views['confirm'], 'paragraphs'> & Partial<Views['confirm']>;

/** A page that confirms an address. */
export function confirmForm(content: Content, form: FormView, heading = 'Confirm your email address'): Page {
  return formPage('confirm', heading, { address: null, unknown: null, forgotten: null, ...content }, form);
}

/** The form that confirms an account's address with the required proof. */
export function addressForm(confirmation: Confirmation, problems?: Problems): Page {
  const { email, asks } = confirmation;
  if (asks === 'first_password') return firstPasswordForm(confirmation, problems);
  if (asks === 'password') {
    const content = {
      paragraphs: ['Enter the password that was chosen for this account.'],
      unknown: {
        lead: 'You have forgotten it, or somebody else signed up with your address?',
        name: PASSWORD_UNKNOWN,
        button: 'I do not know the password',
      },
    };
    const fields = [knownAddress(email), CURRENT_PASSWORD];
    return confirmForm(content, formView('Confirm this address', fields, problems));
  }
  const paragraphs = ['Press the button to confirm that this address is yours.'];
  return confirmForm({ paragraphs, address: email }, formView('Confirm this address', [], problems));
}

/** The form that confirms an account's address and replaces its unknown password. */
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
  return confirmForm({ paragraphs }, form, 'Choose a new password');
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
  return confirmForm({ paragraphs }, form);
}

/**
 * The form that confirms an account's new address. It cannot reset the password, because the link proves access to the new mailbox
 * and not to the account.
 * @param reset the page that resets a forgotten password
 */
export function newAddressForm({ email, asks }: Confirmation, reset: string, problems?: Problems): Page {
  const needsPassword = asks === 'password';
  const content = {
    paragraphs: [
      needsPassword
        ? 'Enter the password of your account to use this address in place of the old one.'
        : 'Press the button to make this address the one of your account, in place of the old one.',
    ],
    address: email,
    forgotten: needsPassword ? reset : null,
  };
  const form = formView('Use this address', needsPassword ? [CURRENT_PASSWORD] : [], problems);
  return confirmForm(content, form, 'Confirm your new email address');
}
