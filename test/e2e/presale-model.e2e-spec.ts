import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { In } from 'typeorm';
import type { Customer } from '#domains/accounts/customer.entity';
import { PresaleCode, type PresalePool } from '#domains/presale-codes/presale-pool.entity';
import { PresaleCodesService } from '../../src/domains/presale-codes';
import { Published } from '../../src/platform/published';
import { loggedIn } from '../support/logged-in';
import { mailsOf } from '../support/mails-of';
import { runJob } from '../support/run-job';
import { type StaffClient, staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

const t = testApp();

const MEMBERS = 3;
/** How many codes of the first two pools a member can have. */
const LIMIT = 1;

let run = 0;

/** What happens in a presale. Numbers choose a member, a pool and a code, modulo their count. */
type Step =
  | { readonly kind: 'upload'; readonly pool: number; readonly texts: readonly number[] }
  | { readonly kind: 'claim'; readonly pool: number; readonly member: number }
  | { readonly kind: 'void' | 'replace' | 'resend'; readonly pool: number; readonly member: number }
  | { readonly kind: 'lose' | 'regain'; readonly member: number }
  | { readonly kind: 'give' }
  | { readonly kind: 'close' | 'reopen'; readonly pool: number };

const pool = fc.nat(2);
const member = fc.nat(MEMBERS - 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('upload' as const),
      pool,
      texts: fc.array(fc.nat(9), { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('claim' as const), pool, member }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('void' as const, 'replace' as const, 'resend' as const),
      pool,
      member,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('lose' as const, 'regain' as const), member }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('give' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('close' as const, 'reopen' as const), pool }) },
);

interface ModelCode {
  readonly text: string;
  /** Whom it was given to, for ever. */
  owner: number | null;
  isVoid: boolean;
}

/** A presale as the rules describe it, without a database. */
class Model {
  readonly pools = [0, 1, 2].map(() => ({ codes: [] as ModelCode[], isOpen: true }));
  readonly entitled = Array.from({ length: MEMBERS }, () => true);
  readonly mails: string[] = [];

  codeOf(pool: number, owner: number): ModelCode | undefined {
    return this.pools[pool].codes.find((code) => code.owner === owner && !code.isVoid);
  }

  /** The pools 0 and 1 share a limit. */
  isWithinLimit(pool: number, owner: number): boolean {
    return pool === 2 || [0, 1].filter((one) => this.codeOf(one, owner)).length < LIMIT;
  }

  upload(pool: number, texts: readonly string[]): void {
    const known = new Set(this.pools.flatMap(({ codes }) => codes.map(({ text }) => text)));
    for (const text of new Set(texts))
      if (!known.has(text)) this.pools[pool].codes.push({ text, owner: null, isVoid: false });
  }

  claim(pool: number, owner: number, anyTime = false): string | null {
    if (!this.entitled[owner]) return null;
    const own = this.codeOf(pool, owner);
    if (own) return own.text;
    if (!(this.pools[pool].isOpen || anyTime) || !this.isWithinLimit(pool, owner)) return null;
    const free = this.pools[pool].codes.find((code) => code.owner === null && !code.isVoid);
    if (!free) return null;
    free.owner = owner;
    this.mails.push(free.text);
    return free.text;
  }
}

async function follow(kim: StaffClient, steps: readonly Step[]): Promise<void> {
  const { id: club } = await t.given.fanclub();
  const event = await t.given.event();
  const plan = await t.given.plan();
  // The runs of a test share its fan club.
  run += 1;
  const limit = { limitGroup: `Tour ${run}`, limitCodes: LIMIT };
  const pools: PresalePool[] = [];
  for (const [n, mode] of (['on_request', 'everyone', 'everyone'] as const).entries()) {
    const pool = await t.given.presalePool({ mode, plans: [plan], ...(n < 2 ? limit : {}) });
    await t.given.ticketLink({ event, pool, exclusive: true, position: n });
    pools.push(pool);
  }
  const members: Customer[] = [];
  for (let n = 0; n < MEMBERS; n += 1) {
    members.push(await t.given.customer());
    await t.given.subscription({ customer: members[n], plan });
  }
  const fanclub = (await t.app.get(Published).byId(club))!;
  const model = new Model();
  const repository = t.db.getRepository(PresaleCode);
  const live = (pool: number, owner: number): Promise<PresaleCode | null> =>
    repository
      .createQueryBuilder('code')
      .where('code.poolId = :pool AND code.customerId = :owner AND code.voidedAt IS NULL', {
        pool: pools[pool].id,
        owner: members[owner].id,
      })
      .getOne();

  const act = async (one: Step): Promise<void> => {
    switch (one.kind) {
      case 'upload': {
        const texts = one.texts.map((n) => `R${run}-C${n}`);
        const path = `/fanclubs/${club}/pools/${pools[one.pool].id}/codes`;
        await kim.send('POST', path, texts.join('\n'), { 'content-type': 'text/csv' });
        return model.upload(one.pool, texts);
      }
      case 'claim': {
        const asked = {
          pool: pools[one.pool].id,
          customer: members[one.member].id,
          by: 'member',
          link: null,
        } as const;
        const got = await t.app.get(PresaleCodesService).claim(fanclub, asked);
        return expect(got!.code).toBe(model.claim(one.pool, one.member));
      }
      case 'void':
      case 'replace':
      case 'resend': {
        const code = await live(one.pool, one.member);
        const own = model.codeOf(one.pool, one.member);
        expect(code?.code).toBe(own?.text);
        if (!code || !own) return;
        const body = one.kind === 'resend' ? {} : { reason: 'Leaked' };
        const { status } = await kim.post(`/fanclubs/${club}/presale_codes/${code.id}/${one.kind}`, body, {
          'idempotency-key': randomUUID(),
        });
        if (one.kind === 'resend') {
          expect(status).toBe(model.entitled[one.member] ? 200 : 409);
          if (model.entitled[one.member]) model.mails.push(own.text);
          return;
        }
        own.isVoid = true;
        if (one.kind === 'void') return expect(status).toBe(204);
        const isGiven = model.claim(one.pool, one.member, true) !== null;
        // A refused replacement leaves the code as it was.
        if (!isGiven) own.isVoid = false;
        return expect(status).toBe(isGiven ? 200 : 409);
      }
      case 'lose':
      case 'regain': {
        const cancelled = one.kind === 'lose';
        await t.db
          .getRepository('subscriptions')
          .update({ customerId: members[one.member].id }, { cancelled });
        model.entitled[one.member] = !cancelled;
        return;
      }
      case 'give': {
        await runJob(t, 'presale_codes.give');
        // The pool that opened first is served first; all opened at the same time, so by id.
        for (const pool of [1, 2])
          if (model.pools[pool].isOpen)
            for (let owner = 0; owner < MEMBERS; owner += 1) model.claim(pool, owner);
        return;
      }
      case 'close':
      case 'reopen': {
        const closesAt = one.kind === 'close' ? t.clock.now() : null;
        await t.db.getRepository('presale_pools').update(pools[one.pool].id, { closesAt });
        model.pools[one.pool].isOpen = closesAt === null;
      }
    }
  };

  /** Who has got which code: by rows now and before, and by mails. */
  const ownerOf = new Map<string, number>();
  const check = async (): Promise<void> => {
    const rows = await repository.find({ where: { poolId: In(pools.map(({ id }) => id)) } });
    const pairs = rows.filter(({ customerId, voidedAt }) => customerId !== null && voidedAt === null);
    expect(new Set(pairs.map(({ poolId, customerId }) => `${poolId} ${customerId}`)).size).toBe(pairs.length);
    for (const { code, customerId } of rows) {
      if (customerId === null) continue;
      expect([code, ownerOf.get(code) ?? customerId]).toEqual([code, customerId]);
      ownerOf.set(code, customerId);
    }
    const expected = model.pools.flatMap(({ codes }, pool) =>
      codes.map(({ text, owner, isVoid }) => [
        pools[pool].id,
        text,
        owner === null ? null : members[owner].id,
        isVoid,
      ]),
    );
    const found = rows.map((row) => [row.poolId, row.code, row.customerId, row.voidedAt !== null]);
    expect(found.toSorted()).toEqual(expected.toSorted());
  };

  for (const one of steps) {
    await act(one);
    await check();
  }
  for (const [owner, customer] of members.entries()) {
    const { body } = await (await loggedIn(t, customer)).get(`/events/${event.id}`);
    const shown = (body.event.links as { codes: string[] }[]).flatMap(({ codes }) => codes);
    const own = [0, 1, 2].flatMap((pool) => model.codeOf(pool, owner)?.text ?? []);
    expect(shown).toEqual(model.entitled[owner] ? own : []);
  }
  const addresses = new Map(members.map(({ id, email }) => [id, email]));
  const mails = (await mailsOf(t)).filter(({ presale }) => pools.some(({ name }) => name === presale?.pool));
  expect(mails.map(({ presale }) => presale!.rows[0].value).toSorted()).toEqual(model.mails.toSorted());
  for (const { to, presale } of mails) expect(to).toBe(addresses.get(ownerOf.get(presale!.rows[0].value)!));
}

it('gives a member one live code of a pool, and never one code to two people', async () => {
  const steps = fc.array(step, { minLength: 8, maxLength: 24, size: 'max' });
  await t.given.fanclub();
  const kim = await staffOf(t, 'manager');
  const property = fc.asyncProperty(steps, (history) => follow(kim, history));
  await fc.assert(property, { numRuns: 40 });
}, 300_000);
