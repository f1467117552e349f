import { Passwords } from '#libs/password';
import { Customer } from '#domains/accounts/customer.entity';
import { PASSWORD } from '#samples';
import { loggedIn, withSession } from '../support/logged-in';
import { mailsOf } from '../support/mails-of';
import { Pages } from '../support/pages';
import { signedRequest } from '../support/signed-request';
import { testApp } from '../support/start-test-app';

const t = testApp({ TRUST_PROXY: '127.0.0.1' });

const HERE = '192.0.2.1';
const FROM = { headers: { 'x-forwarded-for': HERE } };
const NEW = { password: 'a new password', password_confirmation: 'a new password' };
const birthdate = '1990-12-10';

/** The client networks for which passwords were hashed or verified during the action. */
async function clientsOf(act: () => Promise<unknown>): Promise<{ verified: string[]; hashed: string[] }> {
  const passwords = t.app.get(Passwords);
  const verify = jest.spyOn(passwords, 'verify');
  const hash = jest.spyOn(passwords, 'hash');
  try {
    await act();
    return {
      verified: verify.mock.calls.map(([, , client]) => client),
      hashed: hash.mock.calls.map(([, client]) => client),
    };
  } finally {
    verify.mockRestore();
    hash.mockRestore();
  }
}

/** Opens the mailed page and sends its form. */
async function submitMailed(kind: string): Promise<void> {
  const { link } = (await mailsOf(t)).findLast((mail) => mail.kind === kind)!;
  const page = await new Pages(t.origin).open(link);
  await page.submit(NEW, FROM);
}

describe('a password is hashed in the queue of the client network', () => {
  beforeEach(() => t.given.fanclub());
  afterEach(() => jest.restoreAllMocks());

  it('at a log-in, in the API and on the page', async () => {
    const { id } = await t.given.fanclub();
    await t.given.customer({ email: 'ada@x.example' });
    const credentials = { email: 'ada@x.example', password: PASSWORD };
    expect(await clientsOf(() => t.api.post('/login', credentials, FROM))).toEqual({
      verified: [HERE],
      hashed: [],
    });
    const page = await new Pages(t.origin).open(`/fanclubs/${id}/login`);
    expect((await clientsOf(() => page.submit(credentials, FROM))).verified).toEqual([HERE]);
  });

  it('when a log-in rehashes the password', async () => {
    const passwordHash = '$2b$04$/HM/9iFj.YQwXl1mEsOmvOt8uBlWgmYJ5QP4pjlGsymJBYZPB9bdK';
    await t.given.customer({ email: 'ada@x.example', passwordHash });
    jest.spyOn(t.app.get(Passwords), 'verify').mockResolvedValueOnce(true);
    const { hashed } = await clientsOf(() =>
      t.api.post('/login', { email: 'ada@x.example', password: PASSWORD }, FROM),
    );
    expect(hashed).toEqual([HERE]);
  });

  it('at POST /accounts', async () => {
    const account = { email: 'ada@x.example', birthdate, password_attributes: NEW };
    expect(await clientsOf(() => t.api.post('/accounts', account, FROM))).toEqual({
      verified: [],
      hashed: [HERE],
    });
  });

  it('at POST /account, for the current password and the new one', async () => {
    const client = await loggedIn(t, await t.given.customer());
    const change = { current_password: PASSWORD, ...NEW };
    expect(await clientsOf(() => client.post('/account', change, FROM))).toEqual({
      verified: [HERE],
      hashed: [HERE],
    });
  });

  it('at POST /account/register', async () => {
    await t.given.loginProvider();
    const customer = await t.given.unregisteredCustomer({ email: null });
    const order = await t.given.order({ customer, plan: await t.given.plan({ price: '0' }) });
    const client = withSession(t, customer.fanclubId, await t.given.session({ customer, order }));
    const social_signed_request = signedRequest(t, '1001');
    const form = { social_signed_request, email: 'ada@x.example', birthdate, accept_terms: true, ...NEW };
    expect(await clientsOf(() => client.post('/account/register', form, FROM))).toEqual({
      verified: [],
      hashed: [HERE],
    });
  });

  it('at a reset', async () => {
    const { id } = await t.given.fanclub();
    await t.given.customer({ email: 'ada@x.example' });
    const page = await new Pages(t.origin).open(`/fanclubs/${id}/password-reset`);
    await page.submit({ email: 'ada@x.example' }, FROM);
    expect((await clientsOf(() => submitMailed('reset_password'))).hashed).toEqual([HERE]);
  });

  it('at a confirmation with a first password', async () => {
    await t.api.post('/accounts', { email: 'ada@x.example', birthdate }, FROM);
    expect((await clientsOf(() => submitMailed('confirm_address'))).hashed).toEqual([HERE]);
    const { passwordHash } = await t.db.getRepository(Customer).findOneByOrFail({ email: 'ada@x.example' });
    expect(passwordHash).not.toBeNull();
  });
});
