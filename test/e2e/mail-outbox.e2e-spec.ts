import { Mail, type MailToQueue, Mails } from '../../src/mail';
import { Sql } from '../../src/database/sql';
import { mailsOf } from '../support/mails-of';
import { testApp } from '../support/start-test-app';

const LINK = 'https://api.example.test/fanclubs/1/confirm?token=s3cr3t-t0ken';

describe('the outbox', () => {
  const t = testApp();

  const queue = async (mails: readonly Partial<MailToQueue>[], fail = false): Promise<void> => {
    const fanclub = await t.given.fanclub();
    const { app, db } = t;
    await db.transaction(async (manager) => {
      for (const mail of mails) {
        await app.get(Mails).queue(app.get(Sql).tx(manager), fanclub, {
          kind: 'confirm_address',
          to: 'ada@x.example',
          firstName: 'Ada',
          link: LINK,
          ...mail,
        });
      }
      if (fail) throw new Error('the cause did not happen');
    });
  };
  const jobs = () => t.db.query<{ payload: object }[]>('SELECT payload FROM graphile_worker._private_jobs');

  it('keeps what a transaction queues, in order, with one job each', async () => {
    await queue([{ to: 'one@x.example', firstName: null }, { to: 'two@x.example' }]);
    expect(await mailsOf(t)).toEqual([
      { kind: 'confirm_address', to: 'one@x.example', firstName: null, link: LINK },
      { kind: 'confirm_address', to: 'two@x.example', firstName: 'Ada', link: LINK },
    ]);
    const { id } = await t.given.fanclub();
    expect((await jobs()).map(({ payload }) => payload)).toEqual([
      { fanclubId: id, mailId: 1 },
      { fanclubId: id, mailId: 2 },
    ]);
  });

  it('forgets what a transaction queued that did not commit', async () => {
    await expect(queue([{}, {}], true)).rejects.toThrow('the cause did not happen');
    expect([await mailsOf(t), await jobs()]).toEqual([[], []]);
  });

  it('holds neither address nor name nor link where a reader of the database would find them', async () => {
    await queue([{}]);
    const [row] = await t.db.query<object[]>('SELECT m, j FROM mails m, graphile_worker._private_jobs j');
    expect(JSON.stringify(row)).not.toMatch(/ada|s3cr3t|confirm\?/i);
  });

  it('gives each mail a Message-ID of its own, at the host of the service', async () => {
    await queue([{}, {}]);
    const keys = (await t.db.getRepository(Mail).find()).map(({ messageKey }) => messageKey);
    expect(new Set(keys).size).toBe(2);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f-]{36}@api\.example\.test$/);
  });
});
