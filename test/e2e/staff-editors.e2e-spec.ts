import { staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

const t = testApp();

const EDITORS = 50;
const ROUNDS = 20;

interface Benefit {
  readonly id: number;
  readonly summary: string;
}

/** An owner, and what adds a benefit to their fan club. */
async function given() {
  const kim = await staffOf(t);
  const { id } = await t.given.tenant!;
  const path = `/fanclubs/${id}/benefits`;
  const add = async (summary: string): Promise<Benefit> => {
    const { status, body } = await kim.post(path, { summary, benefit_type: 'online', plans: [] });
    expect(status).toBe(201);
    return body as Benefit;
  };
  return { kim, path, add };
}

describe('editors of one object', () => {
  it('who save the same version at once: one wins, and all others know that nothing of theirs is stored', async () => {
    const { kim, path, add } = await given();
    const { id } = await add('Presales');
    for (let round = 0; round < ROUNDS; round += 1) {
      const { headers } = await kim.get(`${path}/${id}`);
      const replies = await Promise.all(
        Array.from({ length: EDITORS }, async (_, n) => {
          const summary = `Presales ${round} ${n}`;
          return { summary, ...(await kim.patch(`${path}/${id}`, { summary }, String(headers.etag))) };
        }),
      );
      const winners = replies.filter(({ status }) => status === 200);
      expect(winners).toHaveLength(1);
      expect(replies.filter(({ status }) => status === 412)).toHaveLength(EDITORS - 1);
      expect((await kim.get(`${path}/${id}`)).body).toMatchObject({ summary: winners[0].summary });
    }
    const [{ count }] = await t.db.query<{ count: number }[]>(
      `SELECT count(*) FROM staff_audits WHERE action = 'benefit.changed'`,
    );
    expect(Number(count)).toBe(ROUNDS);
  });
});

describe('the pages of a list', () => {
  it('show each row once, also if rows are added meanwhile', async () => {
    const { kim, path, add } = await given();
    const first: number[] = [];
    for (let n = 0; n < 10; n += 1) first.push((await add(`Benefit ${n}`)).id);
    const seen: number[] = [];
    for (let page = 1, rows: Benefit[] = []; page === 1 || rows.length > 0; page += 1) {
      const { body } = await kim.get(`${path}?sort=id&per_page=3&page=${page}`);
      rows = (body as { data: Benefit[] }).data;
      seen.push(...rows.map(({ id }) => id));
      if (page <= 3) await add(`Added ${page}`);
    }
    expect(seen.filter((id) => first.includes(id))).toEqual(first);
    expect(new Set(seen).size).toBe(seen.length);
  });
});
