import { createHash } from 'node:crypto';
import { countries } from '#libs/format';
import { escapedHtml } from '#libs/look';
import { minorUnitsPerUnit } from '#libs/money';
import { TEST_CARDS } from './test-cards';
import type { BankAccount, BankSession, Stored, Switches } from './objects';

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 36rem; overflow-wrap: anywhere; padding: 0 1rem 3rem; }
.banner { background: #b00020; color: #fff; font-weight: 600; margin: 0 -1rem; padding: .75rem 1rem; text-align: center; }
label { display: block; font-weight: 600; margin-top: 1rem; }
input[type=checkbox] + label { display: inline; font-weight: 400; }
input, select { box-sizing: border-box; font: inherit; padding: .5rem; width: 100%; }
input[type=checkbox] { width: auto; }
button { border: 1px solid; border-radius: .4rem; cursor: pointer; font: inherit; margin-top: 1.5rem; padding: .6rem 1.2rem; }
.problem { border-left: .3rem solid #b00020; padding-left: .75rem; }
table { border-collapse: collapse; margin-top: 1rem; width: 100%; }
caption { font-weight: 600; text-align: left; }
td, th { border-bottom: 1px solid #8886; padding: .35rem 0; text-align: left; font-weight: 400; }
.amounts td { font-variant-numeric: tabular-nums; text-align: right; }
th { font-variant-numeric: tabular-nums; padding-right: 1rem; }
`;

const STYLE_SOURCE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

/** The Content-Security-Policy of the bank's pages. @param leadsTo a URL to which a form may redirect */
export const policyOf = (leadsTo: string): string =>
  [
    "default-src 'none'",
    `style-src ${STYLE_SOURCE}`,
    `form-action 'self' ${new URL(leadsTo).origin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const page = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapedHtml(title)} · Demo Bank</title>
<style>${STYLE}</style>
</head>
<body>
<p class="banner">No money moves. Use a test card.</p>
<main>
<h1>${escapedHtml(title)}</h1>
${content}
</main>
</body>
</html>`;

const input = (name: string, label: string, autocomplete: string, value = ''): string =>
  `<label for="${name}">${label}</label><input id="${name}" name="${name}" autocomplete="${autocomplete}" value="${escapedHtml(value)}">`;

/** The country is the only part of the billing address that the page asks for. */
function countryInput(chosen = 'US'): string {
  const options = countries().map(
    ({ code, name }) =>
      `<option value="${code}"${code === chosen ? ' selected' : ''}>${escapedHtml(name)}</option>`,
  );
  return `<label for="country">Country</label><select id="country" name="country" autocomplete="country">${options.join('')}</select>`;
}

const amountOf = ({ amount, currency }: Pick<BankSession, 'amount' | 'currency'>, decimals: number): string =>
  `${(amount / 10 ** decimals).toFixed(decimals)} ${currency}`;

/** The page for a card. `email` is the buyer's. `typed` has the fields that were entered before, without the number. */
export function cardPage(
  session: BankSession,
  {
    email,
    problem,
    typed,
    decimals,
  }: { email: string; problem: string | null; typed: Record<string, string>; decimals: number },
): string {
  const isSetup = session.mode === 'setup';
  const lines = session.lines.map(
    ({ name, amount }) =>
      `<tr><th scope="row">${escapedHtml(name)}</th><td>${amountOf({ amount, currency: session.currency }, decimals)}</td></tr>`,
  );
  const total = isSetup
    ? ''
    : `<table class="amounts"><caption>What you pay</caption><tbody>${lines.join('')}<tr><th scope="row">Total</th><td><strong>${amountOf(session, decimals)}</strong></td></tr></tbody></table>`;
  const cards = TEST_CARDS.map(
    ({ number, does }) =>
      `<tr><th scope="row">${number.replace(/(.{4})(?=.)/g, '$1 ')}</th><td>${does}</td></tr>`,
  );
  return page(
    isSetup ? 'Save a card' : 'Pay by card',
    `<p>${escapedHtml(session.description)}</p><p>${escapedHtml(email)}</p>${total}
${problem === null ? '' : `<p class="problem" role="alert">${escapedHtml(problem)}</p>`}
<form method="post">
${input('number', 'Card number', 'cc-number')}
${input('name', 'Name on the card', 'cc-name', typed.name)}
${countryInput(typed.country)}
<button type="submit">${isSetup ? 'Save this card' : `Pay ${amountOf(session, decimals)}`}</button>
</form>
<p><a href="${escapedHtml(session.cancelUrl)}">Go back without ${isSetup ? 'saving a card' : 'paying'}</a></p>
<table><caption>Test cards</caption><thead><tr><th scope="col">Number</th><th scope="col">The card</th></tr></thead><tbody>${cards.join('')}</tbody></table>`,
  );
}

/** The page on which the card's owner confirms a payment. */
export function confirmationPage(session: BankSession): string {
  return page(
    'Confirm the payment',
    `<p>The bank of your card asks: do you agree to “${escapedHtml(session.description)}”?</p>
<form method="post"><button type="submit" name="confirm" value="yes">Yes, I agree</button>
<button type="submit" name="confirm" value="no">No</button></form>`,
  );
}

export function endedPage(session: BankSession): string {
  const text = session.status === 'complete' ? 'This was done already.' : 'The time of this page is over.';
  return page(
    'This page has ended',
    `<p>${text}</p><p><a href="${escapedHtml(session.returnUrl)}">Continue</a></p>`,
  );
}

export const unknownPage = (): string => page('Page not found', '<p>There is no such page at this bank.</p>');

export const foreignPage = (): string =>
  page('Not from there', '<p>The switches are set on <a href="switches">their own page</a> only.</p>');

const SWITCHES: Readonly<Record<keyof Switches, string>> = {
  unavailable: 'The API answers nothing but 503',
  slow: 'Events wait a minute',
  disordered: 'Events wait up to ten seconds, in any order',
  repeating: 'Events are sent twice',
  silent: 'Events are not sent',
};

/** An account on the page with the switches. */
export interface SwitchedAccount {
  readonly account: string;
  readonly content: BankAccount;
  /** Those that are not decided. */
  readonly disputes: readonly Stored<'dispute'>[];
}

/** The form that decides a dispute. */
const disputeForm = (account: string, { ref, content }: Stored<'dispute'>): string =>
  `<form method="post" action="disputes"><input type="hidden" name="account" value="${escapedHtml(account)}"><input type="hidden" name="dispute" value="${escapedHtml(ref)}">
<p>Dispute of ${content.at.slice(0, 16).replace('T', ' ')}: ${amountOf(content, minorUnitsPerUnit(content.currency) === 1n ? 0 : 2)}, payment ${escapedHtml(content.metadata.id ?? content.payment)}</p>
<button type="submit" name="decision" value="lost">The buyer gets the money</button>
<button type="submit" name="decision" value="won">The fan club keeps the money</button></form>`;

/** The page with the switches for faults, and the disputes to decide. */
export function switchesPage(accounts: readonly SwitchedAccount[]): string {
  const forms = accounts.map(({ account, content: { owner = account, switches, eventsUrl }, disputes }) => {
    const boxes = Object.entries(SWITCHES).map(([name, label]) => {
      const id = `${account}-${name}`;
      const isOn = switches[name as keyof Switches];
      return `<p><input type="checkbox" id="${id}" name="${name}" value="on"${isOn ? ' checked' : ''}> <label for="${id}">${label}</label></p>`;
    });
    return `<section><h2>${escapedHtml(owner)}</h2><p>Account ${escapedHtml(account)}. Events go to ${escapedHtml(eventsUrl ?? 'nowhere')}.</p>
<form method="post"><input type="hidden" name="account" value="${escapedHtml(account)}">${boxes.join('')}<button type="submit">Set the switches</button></form>${disputes.map((one) => disputeForm(account, one)).join('')}</section>`;
  });
  return page('Switches', forms.join('') || '<p>There are no accounts yet.</p>');
}
