/** What a stranger named Ada Lovelace enters to sign up, without the acceptance of the terms. */
export const SIGN_UP = {
  email: 'ada@x.example',
  first_name: 'Ada',
  last_name: 'Lovelace',
  birthdate: '1990-12-10',
  password: 'analytical engine',
  password_confirmation: 'analytical engine',
};
