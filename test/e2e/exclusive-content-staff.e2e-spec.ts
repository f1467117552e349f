import { mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { daysFrom } from '#samples';
import { Files } from '../../src/platform/files';
import { ContentWorld } from '../support/content/content-world';
import { runJob } from '../support/run-job';
import { staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

const t = testApp({ UPLOAD_MB: '1' });

const PNG = '\u0089PNG\r\n\u001a\n';

let world: ContentWorld;

const items = async () => {
  const { body } = await world.kim.get(world.path(`benefits/${world.benefit.id}/items`));
  return (body as { items: { id: number; title: string }[] }).items;
};
const text = (title: string, html = '<p>Text</p>') =>
  world.kim.post(world.path(`benefits/${world.benefit.id}/items`), { title, html });

beforeEach(async () => {
  world = await ContentWorld.make(t);
  for (const { id } of await t.db.query<{ id: number }[]>('SELECT id FROM fanclubs'))
    for await (const found of t.app.get(Files).list(id)) await t.app.get(Files).remove(found);
});

describe('an upload', () => {
  it('is stored for the service alone, below the folder of the fan club, under its hash', async () => {
    const { body } = await world.upload('Cover.png', PNG);
    const [stored, ...others] = world.stored;
    expect(others).toEqual([]);
    expect(stored).toMatch(new RegExp(`^${world.benefit.fanclubId}/${body.sha256}-[0-9a-f]{16}$`));
    expect(statSync(world.pathOf(stored)).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(world.pathOf(stored))).mode & 0o777).toBe(0o700);
    expect(await world.kim.text(world.path(`benefit_items/${body.id}/file`))).toBe(PNG);
  });

  it.each(['../../../../tmp/evil.sh', '..\\..\\evil.sh', '/etc/evil.sh', '....//evil.sh'])(
    'keeps nothing of a path in its name: %s',
    async (name) => {
      const { status, body } = await world.upload(name, 'x');
      expect([status, body.file_name]).toEqual([201, 'evil.sh']);
      expect(world.stored).toEqual([expect.stringMatching(/^\d+\/[0-9a-f]{64}-[0-9a-f]{16}$/)]);
    },
  );

  it.each([
    ['', 400],
    ['..', 400],
    ['x'.repeat(201), 400],
    ['x'.repeat(200), 201],
  ])('needs a name: %j', async (name, status) => {
    expect((await world.upload(name, 'x')).status).toBe(status);
  });

  it('is refused above the limit and leaves nothing, whether its size is announced or not', async () => {
    const announced = await world.upload('big.bin', 'x'.repeat(1024 * 1024 + 1));
    expect(announced).toMatchObject({ status: 413, body: { title: 'The request is too large' } });
    const chunked = await world.uploadInChunks('big.bin', 'x'.repeat(1024 * 1024 + 1));
    expect(chunked).toBe(413);
    expect([world.stored, await items()]).toEqual([[], []]);
    expect((await world.upload('fits.bin', 'x'.repeat(1024 * 1024))).status).toBe(201);
  });

  it('that is empty is refused', async () => {
    expect(await world.upload('empty.txt', '')).toMatchObject({ status: 422 });
    expect(await items()).toEqual([]);
  });

  it('that breaks off leaves neither a file nor a row', async () => {
    const incoming = () => world.stored.filter((path) => path.startsWith('incoming/'));
    const until = async (isDone: () => boolean): Promise<void> => {
      while (!isDone()) await new Promise((resolve) => setImmediate(resolve));
    };
    await world.breakUpload('half.bin', 'x'.repeat(100_000), () => until(() => incoming().length === 1));
    await until(() => incoming().length === 0);
    expect([world.stored, await items()]).toEqual([[], []]);
  });

  it('needs the type of a file, and other routes refuse it', async () => {
    const to = world.path(`benefits/${world.benefit.id}/files?name=a.txt`);
    expect((await world.kim.post(to, {})).status).toBe(415);
    expect((await world.kim.send('POST', to, 'a', { 'content-type': 'text/csv' })).status).toBe(415);
    const bytes = { 'content-type': 'application/octet-stream' };
    expect((await world.kim.send('POST', world.path('benefits'), '{}', bytes)).status).toBe(422);
    const foreign = { ...bytes, origin: 'https://evil.example' };
    expect((await world.kim.send('POST', to, 'a', foreign)).status).toBe(403);
    expect(world.stored).toEqual([]);
  });

  it('to a benefit of another fan club is refused before anything is stored', async () => {
    const club = await t.given.anotherFanclub();
    const { id } = await t.given.benefit({ fanclubId: club.id });
    expect((await world.upload('a.txt', 'a', world.path(`benefits/${id}/files`))).status).toBe(404);
    expect(world.stored).toEqual([]);
  });

  it('is refused while others fill the places', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const waiting = Array.from({ length: t.config.files.maxUploads }, () =>
      t.app.get(Files).add(world.benefit.fanclubId, {
        async *bytes() {
          await held;
          yield Buffer.from('x');
        },
      }),
    );
    const refused = await world.upload('a.txt', 'a');
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1']);
    release();
    await Promise.all(waiting);
    expect((await world.upload('a.txt', 'a')).status).toBe(201);
  });
});

describe('the content of a benefit', () => {
  it('is changed, ordered, replaced and deleted, and the record says so', async () => {
    const one = await text('One', '<p>One</p><script>1</script>');
    expect(one).toMatchObject({ status: 201, body: { kind: 'text', html: '<p>One</p>', size: null } });
    const two = await world.upload('Two.txt', 'two');
    const [first, second] = [one.body.id as number, two.body.id as number];
    expect((await items()).map(({ id }) => id)).toEqual([first, second]);
    const order = world.path(`benefits/${world.benefit.id}/order`);
    expect((await world.kim.post(order, { items: [second] })).status).toBe(409);
    expect((await world.kim.post(order, { items: [second, first] })).status).toBe(200);
    expect((await items()).map(({ id }) => id)).toEqual([second, first]);

    const to = world.path(`benefit_items/${second}`);
    const { headers } = await world.kim.get(to);
    const renamed = await world.kim.patch(to, { title: 'The second' }, String(headers.etag));
    expect(renamed.body).toMatchObject({ title: 'The second', file_name: 'Two.txt' });
    expect((await world.kim.patch(to, { title: 'x' }, String(headers.etag))).status).toBe(412);
    expect((await world.kim.patch(to, { html: 'x' }, String(renamed.headers.etag))).body.errors).toEqual([
      { pointer: '#/html', detail: 'is for texts only' },
    ]);
    // The version of a file is its SHA-256, which the list has too. Without it, or with an earlier one, nothing is stored.
    const version = `"${String(two.body.sha256)}"`;
    const before = world.stored;
    expect((await world.upload('x', 'x', `${to}/file`)).status).toBe(428);
    expect((await world.upload('x', 'x', `${to}/file`, '"earlier"')).status).toBe(412);
    expect(world.stored).toEqual(before);
    const replaced = await world.upload('Two, again.txt', 'two again', `${to}/file`, version);
    expect((await world.upload('x', 'x', `${to}/file`, version)).status).toBe(412);
    expect(replaced.body).toMatchObject({ title: 'The second', file_name: 'Two, again.txt', size: 9 });
    expect(await world.kim.text(`${to}/file`)).toBe('two again');
    expect((await world.upload('x', 'x', world.path(`benefit_items/${first}/file`))).status).toBe(409);
    expect(await world.kim.delete(world.path(`benefits/${world.benefit.id}`))).toMatchObject({
      status: 409,
      body: { detail: 'This is still in use by texts and files for members, so it cannot be deleted.' },
    });
    expect((await world.kim.delete(to)).status).toBe(204);
    expect((await items()).map(({ id }) => id)).toEqual([first]);

    const audits = await t.db.query<{ action: string }[]>(
      `SELECT action FROM staff_audits WHERE subject_type IN ('benefit', 'benefit_item') ORDER BY id`,
    );
    expect(audits.map(({ action }) => action)).toEqual([
      'benefit_item.created',
      'benefit_item.created',
      'benefit.content_ordered',
      'benefit_item.changed',
      'benefit_item.replaced',
      'benefit_item.deleted',
    ]);
  });

  it.each([
    [{ title: '', html: '<p>x</p>' }, '#/title'],
    [{ title: 'x'.repeat(201), html: '<p>x</p>' }, '#/title'],
    [{ title: 'x', html: '' }, '#/html'],
    [{ title: 'x', html: '<script>x</script>' }, '#/html'],
    [{ title: 'x', html: '<p>x</p>', size: 1 }, '#/size'],
  ])('is refused at the field: %j', async (body, pointer) => {
    const answer = await world.kim.post(world.path(`benefits/${world.benefit.id}/items`), body);
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ pointer }] } });
  });

  it('keeps its benefit from being deleted', async () => {
    await text('One');
    const refused = await world.kim.delete(world.path(`benefits/${world.benefit.id}`));
    expect(refused.status).toBe(409);
    await world.kim.delete(world.path(`benefit_items/${(await items())[0].id}`));
    expect((await world.kim.delete(world.path(`benefits/${world.benefit.id}`))).status).toBe(204);
  });

  it('has a position of its own for each of many that are added at once', async () => {
    await Promise.all(Array.from({ length: 5 }, (_, n) => text(`Text ${n}`)));
    const positions = await t.db.query<{ position: number }[]>('SELECT DISTINCT position FROM benefit_items');
    expect(positions).toHaveLength(5);
  });

  it('is seen by viewers, who cannot change it', async () => {
    const { body } = await world.upload('a.txt', 'a');
    world = Object.assign(Object.create(world) as ContentWorld, { kim: await staffOf(t, 'viewer') });
    expect(await items()).toHaveLength(1);
    expect(await world.kim.text(world.path(`benefit_items/${body.id}/file`))).toBe('a');
    expect((await text('One')).status).toBe(403);
    expect((await world.upload('b.txt', 'b')).status).toBe(403);
  });
});

describe('the job that deletes files', () => {
  const age = (path: string, days: number): void =>
    utimesSync(world.pathOf(path), daysFrom(t.clock.now(), -days), daysFrom(t.clock.now(), -days));

  it('deletes those that no item names after two days, of this fan club and of others', async () => {
    const kept = await world.upload('kept.txt', 'kept');
    const gone = await world.upload('gone.txt', 'gone');
    await world.kim.delete(world.path(`benefit_items/${gone.body.id}`));
    for (const path of world.stored) age(path, 1);
    expect(await runJob(t, 'files.purge')).toBe(0);
    for (const path of world.stored) age(path, 3);
    expect(await runJob(t, 'files.purge')).toBe(1);
    expect(world.stored).toEqual([expect.stringContaining(String(kept.body.sha256))]);
    expect(await world.kim.text(world.path(`benefit_items/${kept.body.id}/file`))).toBe('kept');
  });

  it('deletes what a stopped upload has left, and nothing that is not a file of ours', async () => {
    await world.upload('a.txt', 'a');
    const others = ['incoming/left', `${world.benefit.fanclubId}/readme.txt`];
    for (const path of others) {
      mkdirSync(dirname(world.pathOf(path)), { recursive: true });
      writeFileSync(world.pathOf(path), 'x');
      age(path, 3);
    }
    expect(await runJob(t, 'files.purge')).toBe(1);
    expect(world.stored).toContain(others[1]);
    expect(world.stored).not.toContain(others[0]);
  });

  it.each([
    ['served by another database', 'UPDATE fanclubs SET held_at = now(), moved_to = 2'],
    ['held', 'UPDATE fanclubs SET held_at = now()'],
  ])('leaves the files of a fan club that is %s, whose rows may be elsewhere', async (_, sql) => {
    await world.upload('a.txt', 'a');
    await t.db.query('DELETE FROM benefit_items');
    for (const path of world.stored) age(path, 3);
    await t.db.query(sql);
    expect(await runJob(t, 'files.purge')).toBe(0);
    await t.db.query('UPDATE fanclubs SET held_at = NULL, moved_to = NULL');
    expect(await runJob(t, 'files.purge')).toBe(1);
  });
});

it('a download that the client breaks off gives its place back', async () => {
  const { body } = await world.upload('big.bin', '\u0000'.repeat(1_000_000));
  const item = await world.addressOf(await world.member(), body.id);
  const files = t.app.get(Files);
  const downloads = (): number => Reflect.get(files, 'downloads') as number;
  const response = await fetch(`${t.origin}${item}`);
  const reader = response.body!.getReader();
  await reader.read();
  expect(downloads()).toBe(1);
  await reader.cancel();
  while (downloads() > 0) await new Promise((resolve) => setImmediate(resolve));
});
