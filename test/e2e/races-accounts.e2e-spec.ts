import { PASSWORD } from '#samples';
import { Customer } from '#domains/accounts/customer.entity';
import { Contact } from '#domains/contacts/contact.entity';
import { Mail } from '../../src/platform/mail';
import { ShippingAddress } from '#domains/shipping/shipping.entity';
import { Api } from '../support/api';
import { loggedIn } from '../support/logged-in';
import { Pages } from '../support/pages';
import { CROWD, expectOneWinner, isOverload, mixedCase, race, twoServers } from '../support/races';
import { testApp } from '../support/start-test-app';

const t = testApp();
const { crowd, origin } = twoServers(t);

const stranger = (server: string): Api => new Api(server, t.given);
const owners = (email: string): Promise<Customer[]> =>
  t.db
    .getRepository(Customer)
    .createQueryBuilder('c')
    .where('lower(c.email) = lower(:email)', { email })
    .getMany();
const mailsQueued = (): Promise<number> => t.db.getRepository(Mail).count();

const register = (server: string, email: string, key?: string) =>
  stranger(server).post('/accounts', { customer: { email, birthdate: '1990-12-10' } }, key ? { key } : {});

describe(`${CROWD} simultaneous requests, over two servers`, () => {
  race('make one account of an e-mail address, in any letter case, and queue one mail', async (round) => {
    await t.given.fanclub();
    const before = await mailsQueued();
    const email = `ada${round}@engine.example`;
    const answers = await crowd((server, n) => register(server, mixedCase(email, n)));
    expectOneWinner(answers, 'Email has already been taken');
    expect(await owners(email)).toHaveLength(1);
    expect(await mailsQueued()).toBe(before + 1);
  });

  race('make one account of an address in each of two fan clubs', async (round) => {
    const clubs = [await t.given.fanclub(), await t.given.fanclub({})];
    const email = `ada${round}@engine.example`;
    const clubOf = (n: number): number => (n >> 1) & 1;
    const answers = await crowd((server, n) => register(server, email, clubs[clubOf(n)].key));
    for (const club of [0, 1])
      expectOneWinner(
        answers.filter((_, n) => clubOf(n) === club),
        'Email has already been taken',
      );
    const found = await owners(email);
    expect(found.map(({ fanclubId }) => fanclubId).sort()).toEqual(clubs.map(({ id }) => id).sort());
  });

  race('add a contact once, in any letter case, and queue one mail', async (round) => {
    await t.given.fanclub();
    const before = await mailsQueued();
    const email = `eve${round}@engine.example`;
    const answers = await crowd((server, n) =>
      stranger(server).post('/contacts', { contact: { email: mixedCase(email, n) } }),
    );
    expectOneWinner(answers, 'You are already subscribed');
    const contacts = await t.db.getRepository(Contact).find();
    expect(contacts.filter((contact) => contact.email.toLowerCase() === email)).toHaveLength(1);
    expect(await mailsQueued()).toBe(before + 1);
  });

  race('leave one primary address and one choice of options, both from the same request', async () => {
    const plan = await t.given.plan();
    const sizes = await t.given.itemType({ options: Array.from({ length: CROWD }, (_, n) => `Size ${n}`) });
    await t.given.package(plan, [{ itemType: sizes }]);
    const customer = await t.given.customer();
    await t.given.subscription({ customer, plan });
    const ada = await loggedIn(t, customer);
    const address = (n: number): Record<string, string> => ({
      first_name: `First${n}`,
      last_name: `Last${n}`,
      address: `${n} Main Street`,
      address_2: `Floor ${n}`,
      city: `City${n}`,
      state: `State${n}`,
      postal_code: `${10_000 + n}`,
      country: n % 3 === 0 ? 'US' : 'DE',
    });
    const choice = (n: number) => ({ [`item_type_${sizes.id}`]: sizes.options[n].id });

    const answers = await crowd((server, n) =>
      ada.at(server).post('/account/shipping', { ...address(n), ...choice(n) }),
    );

    const stored = answers.flatMap((answer, n) => (isOverload(answer) ? [] : [n]));
    expect(stored.length).toBeGreaterThan(0);
    for (const n of stored) expect(answers[n].body).toMatchObject({ status: 'ok', address: address(n) });
    const rows = await t.db.getRepository(ShippingAddress).findBy({ customerId: customer.id });
    expect(rows).toHaveLength(1);
    const last = Number(rows[0].firstName.slice('First'.length));
    const { body } = await ada.get('/account/shipping');
    expect(body.address).toEqual(address(last));
    expect(body).toEqual(answers[last].body);
  });
});

describe('an address that two customers want, over two servers', () => {
  /** A customer with a pending address; `confirm` sends the form of the mailed page. */
  async function changingTo(email: string, server: string) {
    const customer = await t.given.customer({ newEmail: email });
    const token = await t.given.oneTimeToken({ customer, purpose: 'confirm_new_address', email });
    const path = `/fanclubs/${customer.fanclubId}/confirm-email?token=${token}`;
    const page = await new Pages(server).open(path);
    return { customer, confirm: () => page.submit({ password: PASSWORD }) };
  }

  race('goes to one of two customers who confirm it', async (round) => {
    const email = `both${round}@engine.example`;
    const rivals = [await changingTo(email, origin(0)), await changingTo(mixedCase(email, 5), origin(1))];
    const answers = await Promise.all(rivals.map(({ confirm }) => confirm()));

    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422]);
    const loser = answers.find(({ status }) => status === 422);
    expect(loser?.problems).toEqual(['Email has already been taken']);
    const winner = answers.findIndex(({ status }) => status === 303);
    expect(await owners(email)).toMatchObject([{ id: rivals[winner].customer.id, newEmail: null }]);
  });

  race('goes to either the customer who confirms it or the one who registers with it', async (round) => {
    const email = `rival${round}@engine.example`;
    const { customer, confirm } = await changingTo(email, origin(0));
    const [page, answers] = await Promise.all([
      confirm(),
      crowd((server, n) => register(server, mixedCase(email, n)), 10),
    ]);

    const registered = answers.filter(({ body }) => body?.status === 'ok');
    const found = await owners(email);
    expect(found).toHaveLength(1);
    if (found[0].id === customer.id) {
      expect([page.status, registered]).toEqual([303, []]);
    } else {
      expect(page.problems).toEqual(['Email has already been taken']);
      expectOneWinner(answers, 'Email has already been taken');
      expect(registered[0].body.customer.id).toBe(found[0].id);
    }
  });
});
