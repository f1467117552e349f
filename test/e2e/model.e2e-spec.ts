import fc from 'fast-check';
import { PASSWORD } from '#samples';
import { itInBoth, repetitions } from '../suite/form';
import type { Answer, Api } from '../support/api';
import { signedRequest } from '../support/signed-request';
import { NOW, testApp } from '../support/start-test-app';

const t = testApp();

/** The number of sequences, each of up to thirty steps; set by the environment variable MODEL_RUNS. */
const RUNS = repetitions('MODEL_RUNS', { short: 8, long: 30 });
const DAY = 86_400;
const IDLE = 7 * DAY;

const PASSWORDS = [PASSWORD, 'another correct horse'] as const;
const UIDS = ['1001', '2002'] as const;
const CONTESTS = [
  { name: 'Now', startsIn: -1, endsIn: 3 },
  { name: 'Soon', startsIn: 2, endsIn: 5 },
] as const;

const LOGIN_REQUIRED = 'Please log in to access your online benefits.';

interface Person {
  readonly email: string;
  first_name: string;
  new_email: string | null;
  lists_opt_in: boolean;
  password: string;
  uid: string | null;
  entered: Set<number>;
}

/** A browser's session: its customer, and its last use in seconds since the start. */
interface Visit {
  person: Person;
  seen: number;
}

/** The state that the service should have, in plain variables. */
interface Model {
  /** Seconds since the start of the sequence. */
  now: number;
  people: Person[];
  browsers: (Visit | null)[];
}

/** The service under test, with the ids of the rows. */
interface Service {
  key: string;
  ids: number[];
  browsers: Api[];
  contests: number[];
}

type Expected = Record<string, unknown>;

const refusal = (message: string): Expected => ({ status: 'error', messages: [message] });

/** A step of the sequence: changes the model and returns the expected answer. */
abstract class Step implements fc.AsyncCommand<Model, Service> {
  constructor(
    private readonly name: string,
    protected readonly browser: number,
  ) {}

  check(): boolean {
    return true;
  }

  async run(model: Model, service: Service): Promise<void> {
    const expected = this.expect(model, service);
    const { code, body } = await this.ask(service.browsers[this.browser], service, model);
    expect({ code, body }).toMatchObject({ code: 200, body: expected });
    if (expected.status === 'error') expect(body).toEqual(expected);
  }

  toString(): string {
    return `${this.name}(browser ${this.browser})`;
  }

  protected abstract expect(model: Model, service: Service): Expected;
  protected abstract ask(api: Api, service: Service, model: Model): Promise<Answer>;

  /** The logged-in person of the browser, whose session this request extends; null without a session. */
  protected visitor({ browsers, now }: Model): Person | null {
    const visit = browsers[this.browser];
    if (!visit) return null;
    if (now - visit.seen >= IDLE) {
      browsers[this.browser] = null;
      return null;
    }
    visit.seen = now;
    return visit.person;
  }
}

function endSessions({ browsers }: Model, person: Person, but = -1): void {
  browsers.forEach((visit, at) => {
    if (visit?.person === person && at !== but) browsers[at] = null;
  });
}

/** The expected customer in GET /account, POST /account and log-in. */
function accountOf({ first_name, email, new_email, uid }: Person, model: Model, { ids }: Service): Expected {
  return {
    id: ids[model.people.findIndex((person) => person.email === email)],
    first_name,
    email,
    new_email,
    authentications: uid === null ? [] : [{ name: 'social' }],
  };
}

class LogIn extends Step {
  constructor(
    browser: number,
    private readonly who: number,
    private readonly password: number,
  ) {
    super(`log in person ${who} with password ${password}`, browser);
  }

  protected expect(model: Model, service: Service): Expected {
    this.visitor(model);
    const person = model.people[this.who];
    if (person.password !== PASSWORDS[this.password])
      return refusal('Email and password combination is incorrect.');
    model.browsers[this.browser] = { person, seen: model.now };
    return { status: 'ok', customer: accountOf(person, model, service) };
  }

  protected ask(api: Api, { key }: Service, { people }: Model): Promise<Answer> {
    const { email } = people[this.who];
    return api.post('/login', { email: email.toUpperCase(), password: PASSWORDS[this.password] }, { key });
  }
}

class LogInSocially extends Step {
  constructor(
    browser: number,
    private readonly uid: string,
  ) {
    super(`log in by account ${uid}`, browser);
  }

  protected expect(model: Model, { ids }: Service): Expected {
    this.visitor(model);
    const person = model.people.find(({ uid }) => uid === this.uid);
    if (!person) return refusal('Sorry, your social account does not have access to this website.');
    model.browsers[this.browser] = { person, seen: model.now };
    return { status: 'ok', customer: { id: ids[model.people.indexOf(person)] } };
  }

  protected ask(api: Api, { key }: Service): Promise<Answer> {
    return api.post('/login', { social_signed_request: signedRequest(t, this.uid) }, { key });
  }
}

class LogOut extends Step {
  constructor(browser: number) {
    super('log out', browser);
  }

  protected expect({ browsers }: Model): Expected {
    browsers[this.browser] = null;
    return { status: 'ok' };
  }

  protected ask(api: Api, { key }: Service): Promise<Answer> {
    return api.get('/logout', { key });
  }
}

/** Fields of POST /account; the address is a person's, given by number, or a new one. */
interface Fields {
  first_name?: string;
  lists_opt_in?: string;
  address?: number;
  password?: number;
  current?: number;
}

class Update extends Step {
  constructor(
    browser: number,
    private readonly fields: Fields,
  ) {
    super(`update ${JSON.stringify(fields)}`, browser);
  }

  protected expect(model: Model, service: Service): Expected {
    const person = this.visitor(model);
    if (!person) return refusal(LOGIN_REQUIRED);
    const { first_name, lists_opt_in, password, current = 0 } = this.fields;
    const address = this.address(model);
    const isNew = address !== undefined && address !== person.email;
    const messages: string[] = [];
    if (isNew && model.people.some(({ email }) => email === address))
      messages.push('Email has already been taken');
    if (password !== undefined && PASSWORDS[current] !== person.password)
      messages.push('Current password is incorrect');
    if (messages.length > 0) return { status: 'error', messages };
    if (first_name !== undefined) person.first_name = first_name;
    // Sending the present address withdraws a pending one.
    if (address !== undefined) person.new_email = isNew ? address : null;
    if (lists_opt_in === 'True' || lists_opt_in === 'False') person.lists_opt_in = lists_opt_in === 'True';
    if (password !== undefined) {
      person.password = PASSWORDS[password];
      endSessions(model, person, this.browser);
    }
    return { status: 'ok', customer: accountOf(person, model, service) };
  }

  protected ask(api: Api, { key }: Service, model: Model): Promise<Answer> {
    const { first_name, lists_opt_in, password, current = 0 } = this.fields;
    const body = { first_name, lists_opt_in, email: this.address(model) };
    if (password === undefined) return api.post('/account', body, { key });
    const secrets = { current_password: PASSWORDS[current], password: PASSWORDS[password] };
    return api.post('/account', { ...body, ...secrets, password_confirmation: PASSWORDS[password] }, { key });
  }

  private address({ people }: Model): string | undefined {
    const { address } = this.fields;
    return address === undefined ? undefined : (people[address]?.email ?? `new-${address}@x.example`);
  }
}

class Enter extends Step {
  constructor(
    browser: number,
    private readonly contest: number,
  ) {
    super(`enter contest ${CONTESTS[contest].name}`, browser);
  }

  protected expect(model: Model): Expected {
    const person = this.visitor(model);
    if (!person) return refusal(LOGIN_REQUIRED);
    const { name, startsIn, endsIn } = CONTESTS[this.contest];
    if (person.entered.has(this.contest)) return refusal('You have already entered this contest');
    if (model.now < startsIn * DAY) return refusal("Contest hasn't started yet");
    if (model.now > endsIn * DAY) return refusal('Contest has ended');
    person.entered.add(this.contest);
    return {
      status: 'ok',
      messages: [
        `You have been entered into the ${name} contest`,
        'If you are chosen as a winner you will be contacted via email for confirmation and further details',
      ],
    };
  }

  protected ask(api: Api, { key, contests }: Service): Promise<Answer> {
    return api.post(`/contests/${contests[this.contest]}/enter`, undefined, { key });
  }
}

class Connect extends Step {
  constructor(
    browser: number,
    private readonly uid: string,
  ) {
    super(`connect account ${uid}`, browser);
  }

  protected expect(model: Model): Expected {
    const person = this.visitor(model);
    if (!person) return refusal('Must be logged in');
    if (person.uid !== null) return refusal('Authentications provider has already been taken');
    if (model.people.some(({ uid }) => uid === this.uid))
      return refusal('Authentications uid has already been taken');
    person.uid = this.uid;
    return { status: 'ok', messages: ['Your social account has been connected.'] };
  }

  protected ask(api: Api, { key }: Service): Promise<Answer> {
    return api.post(
      '/account/connect/social',
      { social_signed_request: signedRequest(t, this.uid) },
      { key },
    );
  }
}

class Deauthorize extends Step {
  constructor(private readonly uid: string) {
    super(`deauthorize account ${uid}`, 0);
  }

  protected expect(model: Model): Expected {
    const person = model.people.find(({ uid }) => uid === this.uid);
    if (person) {
      person.uid = null;
      endSessions(model, person);
    }
    return { status: 'ok' };
  }

  protected ask(_api: Api, { key }: Service): Promise<Answer> {
    const body = { signed_request: signedRequest(t, this.uid) };
    return t.api.stranger().post('/account/connect/deauthorize_social', body, { key });
  }
}

class Look extends Step {
  constructor(browser: number) {
    super('look at the account', browser);
  }

  protected expect(model: Model, service: Service): Expected {
    const person = this.visitor(model);
    if (!person) return { status: 'ok', customer: null };
    const { lists_opt_in } = person;
    return { status: 'ok', customer: { ...accountOf(person, model, service), lists_opt_in } };
  }

  protected ask(api: Api, { key }: Service): Promise<Answer> {
    return api.get('/account', { key });
  }
}

class LookAtContests extends Step {
  constructor(browser: number) {
    super('look at the contests', browser);
  }

  protected expect(model: Model): Expected {
    const person = this.visitor(model);
    const contests = CONTESTS.map(({ name, startsIn, endsIn }, contest) => {
      const clock = model.now < startsIn * DAY ? 'upcoming' : model.now > endsIn * DAY ? 'ended' : 'running';
      return { name, status: person?.entered.has(contest) ? 'entered' : clock };
    });
    return { status: 'ok', contests };
  }

  protected ask(api: Api, { key }: Service): Promise<Answer> {
    return api.get('/contests', { key });
  }
}

/** Lets days pass without a request. */
class Wait implements fc.AsyncCommand<Model, Service> {
  constructor(private readonly days: number) {}

  check(): boolean {
    return true;
  }

  async run(model: Model): Promise<void> {
    model.now += this.days * DAY;
    t.clock.advance(this.days * DAY);
  }

  toString(): string {
    return `wait ${this.days} days`;
  }
}

const index = (length: number): fc.Arbitrary<number> => fc.nat(length - 1);
const browser = index(2);
const uid = fc.constantFrom(...UIDS);
const optional = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined });

const logIn = fc.tuple(browser, index(2), index(2)).map((told) => new LogIn(...told));
const looks = [browser.map((at) => new Look(at)), browser.map((at) => new LookAtContests(at))];
const steps = [
  logIn,
  logIn,
  fc.tuple(browser, uid).map((told) => new LogInSocially(...told)),
  browser.map((at) => new LogOut(at)),
  fc
    .tuple(
      browser,
      fc.record({
        first_name: optional(fc.constantFrom('Ada', 'Grace')),
        lists_opt_in: optional(fc.constantFrom('True', 'False', 'maybe')),
        address: optional(index(4)),
        password: fc.option(index(2), { nil: undefined, freq: 2 }),
        current: index(2),
      }),
    )
    .map((told) => new Update(...told)),
  fc.tuple(browser, index(CONTESTS.length)).map((told) => new Enter(...told)),
  fc.tuple(browser, uid).map((told) => new Connect(...told)),
  uid.map((one) => new Deauthorize(one)),
  fc.constantFrom(1, 1, 7).map((days) => new Wait(days)),
  ...looks,
];

/** A new fan club for each sequence, two people, two browsers. */
async function begin(): Promise<{ model: Model; real: Service }> {
  t.clock.set(NOW);
  const { id: fanclubId, key } = await t.given.fanclub({});
  await t.given.loginProvider({ fanclubId });
  const customers = [await t.given.customer({ fanclubId }), await t.given.customer({ fanclubId })];
  const contests: number[] = [];
  for (const { name, startsIn, endsIn } of CONTESTS) {
    const [startsAt, endsAt] = [startsIn, endsIn].map(
      (days) => new Date(Date.parse(NOW) + days * DAY * 1000),
    );
    contests.push((await t.given.contest({ fanclubId, name, startsAt, endsAt })).id);
  }
  const people = customers.map((customer): Person => ({
    email: customer.email!,
    first_name: customer.firstName!,
    new_email: null,
    lists_opt_in: false,
    password: PASSWORD,
    uid: null,
    entered: new Set(),
  }));
  return {
    model: { now: 0, people, browsers: [null, null] },
    real: {
      key,
      ids: customers.map(({ id }) => id),
      browsers: [t.api.stranger(), t.api.stranger()],
      contests,
    },
  };
}

itInBoth(
  `${RUNS} sequences of log-ins, updates, entries, connections and log-outs agree with a model in memory`,
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.commands(steps, { maxCommands: 30, size: 'max' }), async (commands) => {
        const world = await begin();
        await fc.asyncModelRun(() => world, commands);
      }),
      { numRuns: RUNS },
    );
  },
  60_000 + RUNS * 3_000,
);
