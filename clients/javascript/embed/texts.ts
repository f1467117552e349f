/** Texts by key. A key that is a message of the service replaces this message. */
export type Texts = Readonly<Record<string, string>>;

/** The texts of the widgets. `{…}` stands for a value of the template. */
export const TEXTS: Texts = {
  loading: 'Loading…',
  retry: 'Try again',
  unreachable: 'This cannot be loaded at the moment. Please try again later.',
  untrusted: 'The fan club does not allow this website ({origin}) to use its data.',
  timeout: 'The answer takes too long. Please try again later.',
  failed: 'This does not work. Please try again later.',

  email: 'E-mail',
  password: 'Password',
  firstName: 'First name',
  lastName: 'Last name',

  noEvents: 'There are no events at the moment.',
  moreEvents: 'Show more events',
  doors: 'Doors open at {doors}',
  soldOut: 'sold out',
  membersOnly: 'for members',
  opens: 'from {opens}',
  code: 'Your code:',

  noPlans: 'There are no plans at the moment.',
  term: 'for {term}',
  currentPlan: 'Your plan',
  upgradePlan: 'Upgrade for {upgrade_display_price}',
  renewalPlan: 'Renews your membership',
  package: 'With {package.name}:',
  join: 'Join',
  upgrade: 'Upgrade',
  renew: 'Renew',
  unavailable: 'Not available at the moment.',
  someUnavailable: 'Choose a plan that is available, or check again later.',
  checkAgain: 'Check again',

  logIn: 'Log in',
  logOut: 'Log out',
  forgotPassword: 'Forgot your password?',
  noAccount: 'No account yet?',
  register: 'Register',
  loggedInAs: 'You are logged in as {name}.',
  notKept:
    'Your browser did not store the log-in, because it blocks cookies of this fan club on this website.',

  loggedOut: 'Log in to see your account.',
  name: 'Name',
  pendingEmail: 'New e-mail, not confirmed yet',
  membership: 'Membership',
  noMembership: 'No active membership',
  noBenefits: 'You have no benefits at the moment.',
  logInForBenefits: 'Log in to see your benefits.',
  memberSince: 'since {since}',
  memberUntil: 'until {until}',
  newsletter: 'Send me news by e-mail',
  save: 'Save',
  saved: 'Your changes have been saved.',

  runs: 'From {starts} to {ends}',
  rules: 'Rules',
  enter: 'Enter',
  entered: 'You have entered this contest.',
  won: 'You have won.',
  contestUpcoming: 'This contest has not started yet.',
  contestEnded: 'This contest has ended.',
  logInToEnter: 'Log in to enter.',
  ineligible: 'Your age or your plan does not allow an entry.',

  signUp: 'Sign up',
};

/** The texts of an element: those of the defaults, the page, the script and the element, of which the last has precedence. */
export const textsFrom = (page: Texts, ...datasets: Readonly<Record<string, string | undefined>>[]): Texts =>
  Object.assign({}, TEXTS, page, ...datasets.map(inAttributes)) as Texts;

/** `data-text-log-in`, which scripts read as `textLogIn`, is the text `logIn`. */
function inAttributes(dataset: Readonly<Record<string, string | undefined>>): Texts {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(dataset)) {
    const [, first, rest = ''] = /^text([A-Z])(.*)$/.exec(name) ?? [];
    if (first !== undefined && value !== undefined) texts[first.toLowerCase() + rest] = value;
  }
  return texts;
}
