import { Mail } from '../../src/platform/mail';
import { mailsOf } from '../support/mails-of';
import { MAILED_LINK, queueMails } from '../support/queue-mail';
import { testApp } from '../support/start-test-app';

describe('the outbox', () => {
  const t = testApp();

  const jobs = () => t.db.query<{ payload: object }[]>('SELECT payload FROM graphile_worker._private_jobs');

  it('keeps what a transaction queues, in order, with one job each', async () => {
    await queueMails(t, [{ to: 'one@x.example', firstName: null }, { to: 'two@x.example' }]);
    expect(await mailsOf(t)).toEqual([
      { kind: 'confirm_address', to: 'one@x.example', firstName: null, link: MAILED_LINK },
      { kind: 'confirm_address', to: 'two@x.example', firstName: 'Ada', link: MAILED_LINK },
    ]);
    const { id } = await t.given.fanclub();
    expect((await jobs()).map(({ payload }) => payload)).toEqual([
      { fanclubId: id, mailId: 1 },
      { fanclubId: id, mailId: 2 },
    ]);
  });

  it('drops mails of a transaction that is rolled back', async () => {
    await expect(queueMails(t, [{}, {}], { fail: true })).rejects.toThrow('did not happen');
    expect([await mailsOf(t), await jobs()]).toEqual([[], []]);
  });

  it('holds no readable address, name or link', async () => {
    await queueMails(t, [{ firstName: 'Ada L.' }]);
    const [row] = await t.db.query<object[]>('SELECT m, j FROM mails m, graphile_worker._private_jobs j');
    expect(JSON.stringify(row)).not.toMatch(/ada@|ada l\.|confirm\?|token=/i);
  });

  it('gives each mail its own Message-ID, at the host of the service', async () => {
    await queueMails(t, [{}, {}]);
    const keys = (await t.db.getRepository(Mail).find()).map(({ messageKey }) => messageKey);
    expect(new Set(keys).size).toBe(2);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f-]{36}@api\.example\.test$/);
  });
});
