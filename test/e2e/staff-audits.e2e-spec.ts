import { verifyAudits } from '../../src/platform/staff';
import type { StaffAudit } from '../../src/platform/staff/audit/staff-audit.entity';
import { Sql } from '../../src/platform/database';
import { fanclub } from '../../src/tools/cli/main';
import type { StaffInput } from '#samples';
import { isOfOrganization, type StaffRoute, staffRoutes } from '../staff/staff-routes';
import { PATIENCE, testWorld } from '../staff/staff-world';
import type { StaffReply, StaffSender } from '../staff/staff-caller';
import { it, itInBoth, representatives } from '../suite/form';
import { staffOf } from '../support/staff-client';
import { testApp, testEnvironment } from '../support/start-test-app';

// With the demo bank's provider, which samples of charges name. Nothing answers at its address.
const t = testApp({ PAYMENTS_DEMO: 'allow-public' });

/** What a request has added to the record, and its answer. */
interface Recorded {
  readonly reply: StaffReply;
  readonly input: StaffInput;
  readonly rows: readonly StaffAudit[];
  readonly broken: readonly (string | null)[];
}

/** A request that is refused. */
interface Refused {
  readonly route: StaffRoute;
  readonly why: string;
  readonly sender: StaffSender;
}

const AUDITS = `
  SELECT organization_id AS "organizationId", fanclub_id AS "fanclubId", staff_id AS "staffId", session_id AS "sessionId",
    action, subject_type AS "subjectType", subject_id AS "subjectId"
  FROM staff_audits WHERE id > $1 ORDER BY id`;

describe('the record', () => {
  const world = testWorld(t);

  /** Sends the sample of a route and returns what it has recorded. */
  function sent(
    route: StaffRoute,
    sender: StaffSender,
    change = (input: StaffInput) => input,
  ): Promise<Recorded> {
    return world().restored(async () => {
      const input = change(await world().caller.inputOf(route, world().club, sender));
      const [{ last }] = await t.db.query<{ last: number }[]>(
        'SELECT coalesce(max(id), 0) AS last FROM staff_audits',
      );
      const reply = await world().caller.send(route, world().club, sender, input);
      const rows = await t.db.query<StaffAudit[]>(AUDITS, [last]);
      // Before a request with an ETag the owner reads it.
      const own = rows.filter(
        ({ staffId, action }) =>
          staffId === sender.person.id && !(input.ifMatch === true && action === 'member.seen'),
      );
      const chains = rows.length > 0 ? await verifyAudits(t.app.get(Sql), null) : [];
      const broken = chains.map(({ fault }) => fault).filter((fault) => fault !== null);
      return { reply, input, rows: own, broken };
    });
  }

  itInBoth(
    'has a row for every change and every look at personal data, with its subject, and for nothing else',
    async () => {
      const faults: string[] = [];
      // In the short form, of the reads that record nothing one with each permission.
      const tried = representatives(staffRoutes(t), ({ name, method, sample }) => [
        method === 'GET' && sample.audits === undefined ? sample.permission : name,
      ]);
      for (const route of tried) {
        const { permission, audits, changes } = route.sample;
        if (permission === 'self' || permission === 'open') continue;
        const place = isOfOrganization(route) ? 'whole organization' : 'own club';
        const { reply, input, rows, broken } = await sent(route, world().senders.people[place].owner);
        const fault = (what: string) =>
          faults.push(`${route.name}: ${what}: ${JSON.stringify(rows)} ${reply.text.slice(0, 200)}`);
        if (reply.status >= 300) fault('is refused');
        if (broken.length > 0) fault(`breaks the chain: ${broken.join()}`);
        if (audits === undefined) {
          if (rows.length > 0) fault('records something');
          if (route.method !== 'GET' && changes !== false) fault('has no subject in its sample');
          continue;
        }
        if (!rows.some((row) => row.subjectType === audits)) fault(`has no row about ${audits}`);
        const known = `${JSON.stringify(input)} ${reply.text}`;
        const isUnknown = rows.every(({ subjectId }) => subjectId === null || !isNamed(known, subjectId));
        // Requests and answers name mail templates by their kinds, and a file has no ids.
        const hasIds = /:(id|entryId)\b|"id":/.test(`${route.path} ${reply.text}`);
        if (route.method !== 'GET' && hasIds && isUnknown) fault('records no id that request or answer name');
        const fanclubId = isOfOrganization(route) ? null : world().club.id;
        const wrong = rows.filter(
          (row) =>
            row.organizationId !== world().club.organization ||
            row.fanclubId !== fanclubId ||
            row.sessionId === null,
        );
        if (wrong.length > 0) fault('records another fan club, or no session');
      }
      expect(faults).toEqual([]);
    },
    PATIENCE,
  );

  itInBoth(
    'has no row of a refused request',
    async () => {
      const faults: string[] = [];
      const { people, strangers } = world().senders;
      const refused = staffRoutes(t).flatMap((route): Refused[] => {
        const { permission } = route.sample;
        if (permission === 'self' || permission === 'open') return [];
        const place = isOfOrganization(route) ? 'whole organization' : 'own club';
        return [
          // Only what has a body or a query can be wrong.
          ...(route.method === 'GET' ? [] : [{ route, why: 'wrong', sender: people[place].owner }]),
          { route, why: 'other', sender: people['other organization'].owner },
          { route, why: 'revoked', sender: strangers['a revoked session'] },
        ];
      });
      // In the short form, each permission in each way.
      const few = representatives(refused, ({ route, why }) => [`${route.sample.permission} ${why}`]);
      for (const { route, why, sender } of few) {
        const { reply, rows } = await sent(route, sender, why === 'wrong' ? wrong : undefined);
        const isRefused = reply.status >= 400;
        if ((isRefused && rows.length > 0) || (!isRefused && why !== 'wrong')) {
          faults.push(`${route.name}: ${reply.status} ${JSON.stringify(rows)}`);
        }
      }
      expect(faults).toEqual([]);
    },
    PATIENCE,
  );
});

/** Whether a text contains this number. */
const isNamed = (text: string, id: number): boolean => new RegExp(`(?<!\\d)${id}(?!\\d)`).test(text);

/** The request with a field or a column that does not exist. */
const wrong = (input: StaffInput): StaffInput =>
  input.csv === undefined
    ? { ...input, body: { ...input.body, no_such_field: 1 } }
    : { ...input, csv: input.csv.replace(/^/, 'no_such_column,') };

describe('the chain', () => {
  /** A fan club in which an owner has changed something four times, the last time a member. */
  async function changed(): Promise<{ key: string; customer: number }> {
    const kim = await staffOf(t);
    const { id, key } = await t.given.tenant!;
    const customer = (await t.given.customer()).id;
    for (const summary of ['Presales', 'Chat', 'Newsletter']) {
      const body = { summary, benefit_type: 'online', plans: [] };
      expect(await kim.post(`/fanclubs/${id}/benefits`, body)).toMatchObject({ status: 201 });
    }
    const path = `/fanclubs/${id}/members/${customer}/blacklist`;
    expect((await kim.post(path, { reason: 'threats' })).status).toBeLessThan(300);
    return { key, customer };
  }

  const faults = async (): Promise<(string | null)[]> =>
    (await verifyAudits(t.app.get(Sql), null)).map(({ fault }) => fault);

  /** Does what only the owner of the database can. */
  const tamper = (change: string): Promise<unknown> =>
    t.db.transaction(async (manager) => {
      await manager.query(`SET LOCAL fanclub.staff_audits = 'maintained'`);
      await manager.query(change);
    });

  it(
    'verifies as it was written, after the erasure of a member, and after old rows were removed',
    async () => {
      const { key, customer } = await changed();
      const { id } = await t.given.tenant!;
      expect(await verifyAudits(t.app.get(Sql), key)).toMatchObject([{ rows: 4, fault: null }]);
      const [{ count }] = await t.db.query<{ count: number }[]>(
        'SELECT scrub_staff_audits($1, $2) AS count',
        [id, customer],
      );
      expect(Number(count)).toBe(1);
      expect(await verifyAudits(t.app.get(Sql), key)).toMatchObject([{ rows: 4, fault: null }]);
      await t.db.query('SELECT purge_staff_audits(2, 3)');
      expect(await verifyAudits(t.app.get(Sql), key)).toMatchObject([{ rows: 2, fault: null }]);
      expect(await verifyAudits(t.app.get(Sql), 'unknown')).toEqual([]);
    },
    PATIENCE,
  );

  it(
    'cannot be changed, not even by the owner of the database',
    async () => {
      await changed();
      for (const change of [
        `UPDATE staff_audits SET action = 'x'`,
        'UPDATE staff_audits SET before = NULL',
        'DELETE FROM staff_audits',
      ]) {
        await expect(t.db.query(change)).rejects.toThrow('rows of staff_audits cannot be changed');
      }
      expect(await faults()).toEqual([null]);
    },
    PATIENCE,
  );

  it.each([
    ['a changed byte in what was recorded', `SET after = after || '{"summary": "chat"}'`, /^what row 2/],
    ['what was recorded is removed', 'SET after = NULL', /^what row 2/],
    ['another action', `SET action = 'benefit.deleted'`, /^row 2 was changed/],
    ['another subject', 'SET subject_id = subject_id + 1', /^row 2 was changed/],
    ['another person', 'SET staff_id = staff_id + 1', /^row 2 was changed/],
    ['another time', `SET at = at + interval '1 second'`, /^row 2 was changed/],
    ['another digest', `SET payload_digest = sha256('x')`, /^row 2 was changed/],
    ['another link', 'SET chain = set_byte(chain, 0, 255 - get_byte(chain, 0))', /^row 2 was changed/],
  ])(
    'reveals %s',
    async (_, change, found) => {
      await changed();
      await tamper(`UPDATE staff_audits ${change} WHERE position = 2`);
      expect(await faults()).toEqual([expect.stringMatching(found)]);
    },
    PATIENCE,
  );

  it.each([
    ['a removed row', 'DELETE FROM staff_audits WHERE position = 2', 'row 2 is missing'],
    ['a removed last row', 'DELETE FROM staff_audits WHERE position = 4', 'row 4 is missing'],
    ['a removed first row', 'DELETE FROM staff_audits WHERE position = 1', 'row 1 is missing'],
    ['a removed end', 'DELETE FROM staff_audit_chains', 'the end of the chain is missing'],
    [
      'an end that was put back',
      `UPDATE staff_audit_chains SET last_position = 3`,
      'row 4 is after the end of the chain',
    ],
    [
      'another end',
      `UPDATE staff_audit_chains SET last_chain = sha256('x')`,
      'the end of the chain was changed',
    ],
  ])(
    'reveals %s',
    async (_, change, found) => {
      await changed();
      await tamper(change);
      expect(await faults()).toEqual([found]);
    },
    PATIENCE,
  );

  it(
    'is verified by a command, which fails if anything was changed',
    async () => {
      const { key } = await changed();
      const out: string[] = [];
      const logged: string[] = [];
      const verified = async (...parameters: string[]): Promise<number> => {
        out.length = logged.length = 0;
        return fanclub(['audit', 'verify', ...parameters], testEnvironment(t.config.database.url), {
          print: (line: string) => void out.push(line),
          log: (line: string) => void logged.push(line),
        });
      };
      expect(await verified(key)).toBe(0);
      expect(out.map((line) => line.split(/ {2,}/).slice(1))).toEqual([
        ['rows', 'found'],
        ['4', 'unchanged'],
      ]);
      expect(await verified()).toBe(0);
      expect(await verified('unknown')).toBe(1);
      expect(await verified(key, 'more')).toBe(2);
      await tamper(`UPDATE staff_audits SET action = 'x' WHERE position = 3`);
      expect(await verified()).toBe(1);
      expect(out[1].split(/ {2,}/).slice(1)).toEqual(['2', 'row 3 was changed']);
      expect(logged.join()).toContain('1 of 1');
    },
    PATIENCE,
  );
});
