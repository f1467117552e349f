import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TypedStatement } from '../../src/platform/database';
import type { OidcApplication } from '../../src/domains/openid/application.entity';
import { LIST_DUE_APPLICATIONS, TAKE_ENDED } from '../../src/domains/openid/log-ins.queries';
import { MemberBrowser, RelyingParty } from '../support/relying-party';
import { runJob } from '../support/run-job';
import { staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

// At a loopback address, so that applications may be on this machine. The provider library reads the machine's clock.
const t = testApp({ PUBLIC_URL: 'http://localhost:3999' });

/** An application's address for log-outs. */
class Receiver {
  readonly tokens: string[] = [];
  readonly waiting: ServerResponse[] = [];
  answers = true;
  /** How many requests it still answers with a 400. */
  refuses = 0;
  private server!: Server;

  async start(): Promise<this> {
    this.server = createServer((request, response) => void this.receive(request, response));
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/back`;
  }

  /** Breaks the connections that wait for an answer. */
  hangUp(): void {
    for (const response of this.waiting.splice(0)) response.destroy();
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.tokens.push(new URLSearchParams(await text(request)).get('logout_token')!);
    if (this.refuses > 0) {
      this.refuses -= 1;
      response.writeHead(400).end();
    } else if (this.answers) response.end();
    else this.waiting.push(response);
  }
}

let receivers: Receiver[];
beforeEach(async () => {
  t.clock.set(new Date());
  await t.given.fanclub();
  receivers = [];
});
afterEach(() => {
  for (const receiver of receivers) receiver.stop();
});

/** An application that gets log-outs, with log-ins that are over. */
async function givenOver(count: number): Promise<{ application: OidcApplication; receiver: Receiver }> {
  const receiver = await new Receiver().start();
  receivers.push(receiver);
  const application = await t.given.application({ backChannelLogOutUrl: receiver.address });
  for (let n = 0; n < count; n += 1) await t.given.applicationLogIn({ application });
  return { application, receiver };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** @param parameters as SQL */
async function planOf(statement: TypedStatement, parameters: string): Promise<string> {
  const runner = t.db.createQueryRunner();
  try {
    await runner.query(`PREPARE asked AS ${statement.text}`);
    return JSON.stringify(await runner.query(`EXPLAIN (FORMAT JSON) EXECUTE asked (${parameters})`));
  } finally {
    await runner.query('DEALLOCATE asked');
    await runner.release();
  }
}

const left = async ({ id }: OidcApplication) =>
  (await t.db.query<object[]>('SELECT id FROM oidc_log_ins WHERE application_id = $1', [id])).length;

describe('an application that staff delete', () => {
  const ADA = 'ada@x.example';

  /** Ada has logged in at an application of the fan club itself. */
  async function givenLogIn() {
    const receiver = await new Receiver().start();
    receivers.push(receiver);
    await t.given.customer({ email: ADA });
    const application = await t.given.application({
      firstParty: true,
      backChannelLogOutUrl: receiver.address,
    });
    const party = await RelyingParty.of(t, application);
    const started = await party.start();
    const browser = new MemberBrowser(t);
    const { location } = await browser.logIn(await browser.open(started.address), ADA);
    const tokens = await party.finish(started, location!);
    return { receiver, application, party, tokens, claims: tokens.claims()! };
  }

  async function remove({ fanclubId, id }: OidcApplication): Promise<void> {
    const owner = await staffOf(t);
    expect((await owner.delete(`/fanclubs/${fanclubId}/applications/${id}`)).status).toBe(204);
  }

  it('gives no token any more, and hears that its log-ins have ended, again until it answers', async () => {
    const { receiver, application, party, tokens, claims } = await givenLogIn();
    await remove(application);
    await expect(party.userinfo(tokens.access_token, claims.sub)).rejects.toThrow();
    await expect(party.refresh(tokens.refresh_token!)).rejects.toThrow();

    receiver.answers = false;
    const first = runJob(t, 'openid.send_log_outs');
    await until(() => receiver.waiting.length === 1);
    receiver.hangUp();
    expect(await first).toBe(0);
    receiver.answers = true;
    t.clock.advance(61);
    expect(await runJob(t, 'openid.send_log_outs')).toBe(1);
    const token = JSON.parse(Buffer.from(receiver.tokens[1].split('.')[1], 'base64url').toString()) as object;
    expect(token).toMatchObject({ aud: application.clientId, sub: claims.sub, sid: claims.sid });
    expect(await t.db.query('SELECT id FROM oidc_log_ins')).toEqual([]);
  });

  it('without an address for log-outs leaves nothing behind', async () => {
    const application = await t.given.application();
    await t.given.applicationLogIn({ application });
    await remove(application);
    expect(await t.db.query('SELECT id FROM oidc_log_ins')).toEqual([]);
  });
});

describe('the job that sends log-outs', () => {
  it('serves each application apart: one that does not answer delays no other', async () => {
    const dead = await givenOver(25);
    dead.receiver.answers = false;
    const healthy = await givenOver(25);
    const run = runJob(t, 'openid.send_log_outs');
    await until(() => healthy.receiver.tokens.length === 25 && dead.receiver.waiting.length > 0);
    dead.receiver.hangUp();
    expect(await run).toBe(25);
    // After a failure, the rest waits for the next run.
    expect(dead.receiver.tokens.length).toBeLessThanOrEqual(10);
    expect([await left(healthy.application), await left(dead.application)]).toEqual([0, 25]);
  });

  it('serves those last that did not answer before, so that they take no place of others', async () => {
    const dead: Awaited<ReturnType<typeof givenOver>>[] = [];
    for (let n = 0; n < 10; n += 1) dead.push(await givenOver(1));
    for (const { receiver } of dead) receiver.answers = false;
    const first = runJob(t, 'openid.send_log_outs');
    await until(() => dead.every(({ receiver }) => receiver.waiting.length === 1));
    for (const { receiver } of dead) receiver.hangUp();
    expect(await first).toBe(0);

    t.clock.advance(61);
    const healthy = await givenOver(1);
    const second = runJob(t, 'openid.send_log_outs');
    await until(() => healthy.receiver.tokens.length === 1);
    await until(() => dead.every(({ receiver }) => receiver.waiting.length === 1));
    for (const { receiver } of dead) receiver.hangUp();
    expect(await second).toBe(1);
  });

  it('finds what is due by an index of the log-ins that are over', async () => {
    const { application } = await givenOver(1);
    await t.db.query('UPDATE oidc_log_ins SET ended_at = now()');
    await t.db.query(
      `INSERT INTO oidc_log_ins (fanclub_id, application_id, client_id, customer_id, session_id, sid, next_try_at)
       SELECT fanclub_id, application_id, client_id, customer_id, 1000000 + n, 'live', next_try_at
       FROM oidc_log_ins, generate_series(1, 5000) n`,
    );
    await t.db.query('ANALYZE oidc_log_ins');
    const { fanclubId, clientId } = application;
    expect(await planOf(LIST_DUE_APPLICATIONS, 'now()')).toContain('ix_oidc_log_ins_ended');
    const taken = `${fanclubId}, '${clientId}', now(), '{60}', 10`;
    expect(await planOf(TAKE_ENDED, taken)).toContain('ix_oidc_log_ins_ended');
  });
});

it('a log-out that an application refuses delays none of its others', async () => {
  const { application, receiver } = await givenOver(25);
  receiver.refuses = 1;
  await runJob(t, 'openid.send_log_outs');
  expect(receiver.tokens).toHaveLength(25);
  expect(await left(application)).toBe(1);
});

it('a log-in that an application gets again while its log-out is sent stays', async () => {
  const { application, receiver } = await givenOver(1);
  receiver.answers = false;
  const run = runJob(t, 'openid.send_log_outs');
  await until(() => receiver.waiting.length === 1);
  await t.db.query('UPDATE oidc_log_ins SET ended_at = NULL, attempts = 0');
  for (const response of receiver.waiting.splice(0)) response.end();
  await run;
  expect(await left(application)).toBe(1);
});
