import { daysFrom } from '#samples';
import { ContentWorld } from '../support/content/content-world';
import { FakeS3 } from '../support/content/fake-s3';
import { Pages } from '../support/pages';
import { runJob } from '../support/run-job';
import { testApp } from '../support/start-test-app';

const DOWN = 'Files are not available at the moment. Please try again in a few minutes.';

let s3: FakeS3;
const lines: string[] = [];
const t = testApp(
  async () => {
    s3 = await FakeS3.start();
    return { ...s3.settings, LOG_LEVEL: 'trace' };
  },
  { log: { write: (line: string) => void lines.push(line) } as never },
);

let world: ContentWorld;

const get = (address: string, headers: Record<string, string> = {}) =>
  new Pages(t.origin).http.get(address, { headers });

/** A place at which somebody waits until it may go on. */
function halted() {
  let [reach, go] = [(): void => undefined, (): void => undefined];
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const gone = new Promise<void>((resolve) => (go = resolve));
  const wait = (): Promise<void> => {
    reach();
    return gone;
  };
  return { reached, wait, go };
}

beforeEach(async () => {
  s3.asked.length = 0;
  s3.objects.clear();
  s3.failsWith = null;
  s3.beforeStoring = () => Promise.resolve();
  world = await ContentWorld.make(t);
});

afterAll(() => s3.stop());

describe('with an S3-compatible storage', () => {
  it('a file is stored there by signed requests, and downloaded through the service, whole or in parts', async () => {
    const { status, body } = await world.upload('First demo.mp3', 'ID3 a song');
    expect(status).toBe(201);
    const [[key, object]] = [...s3.objects];
    expect(key).toMatch(new RegExp(`^${world.benefit.fanclubId}/${body.sha256}-[0-9a-f]{16}$`));
    expect([object.content.toString(), object.type]).toEqual(['ID3 a song', 'audio/mpeg']);
    expect(world.stored).toEqual([]);
    const address = await world.addressOf(await world.member(), body.id);
    expect(address).toMatch(/^\/fanclubs\//);
    expect(await get(address)).toMatchObject({ status: 200, text: 'ID3 a song' });
    expect(await get(address, { range: 'bytes=4-5' })).toMatchObject({ status: 206, text: 'a ' });
    expect(s3.refused).toEqual([]);
  });

  it('files without an item are deleted, page by page, and none of another fan club', async () => {
    const uploads = [];
    for (const name of ['a', 'b', 'c', 'd', 'e']) uploads.push(await world.upload(`${name}.txt`, name));
    const [kept, ...others] = uploads.map(({ body }) => body as { id: number; sha256: string });
    for (const { id } of others) await world.kim.delete(world.path(`benefit_items/${id}`));
    const foreign = [...s3.objects.keys()][1].replace(/^\d+/, '999');
    s3.objects.set(foreign, { ...[...s3.objects.values()][0] });
    expect(await runJob(t, 'files.purge')).toBe(0);
    for (const object of s3.objects.values()) object.writtenAt = daysFrom(t.clock.now(), -3);
    expect(await runJob(t, 'files.purge')).toBe(4);
    expect([...s3.objects.keys()]).toEqual([expect.stringContaining(kept.sha256), foreign]);
  });

  it.each([500, 503, 403])(
    'that answers %s, an upload writes no row, and says what to do',
    async (status) => {
      s3.failsWith = status;
      const refused = await world.upload('a.txt', 'a');
      expect(refused).toMatchObject({ status: 503, body: { title: 'Not available at the moment' } });
      expect(refused.headers['retry-after']).toBe('60');
      const { body } = await world.kim.get(world.path(`benefits/${world.benefit.id}/items`));
      expect(body.items).toEqual([]);
      expect(world.stored).toEqual([]);
    },
  );

  it('that is down, a download says so in a page of its own, and the page of the membership works', async () => {
    const { body } = await world.upload('a.txt', 'a');
    const member = await world.member();
    const address = await world.addressOf(member, body.id);
    s3.failsWith = 500;
    const page = await new Pages(t.origin).open(address);
    expect([page.status, page.headers['retry-after']]).toEqual([503, '60']);
    expect(page.text).toContain(DOWN);
    expect(page.text).not.toContain('on our side');
    expect((await member.pages.open(`${world.root}/membership`)).links.a).toBeDefined();
    expect(await runJob(t, 'files.purge')).toBe(0);
  });

  it('that has lost a file, a download says that the file is not available', async () => {
    const { body } = await world.upload('a.txt', 'a');
    const address = await world.addressOf(await world.member(), body.id);
    s3.objects.clear();
    const page = await new Pages(t.origin).open(address);
    expect([page.status, page.text]).toEqual([404, expect.stringContaining('This file is not available.')]);
  });

  it('that is slow, an upload is answered when it is stored, and nothing of it is seen before', async () => {
    const storing = halted();
    s3.beforeStoring = storing.wait;
    const upload = world.upload('slow.txt', 'slow');
    await storing.reached;
    const list = world.path(`benefits/${world.benefit.id}/items`);
    expect((await world.kim.get(list)).body.items).toEqual([]);
    storing.go();
    expect((await upload).status).toBe(201);
    expect((await world.kim.get(list)).body.items).toMatchObject([{ title: 'slow' }]);
    expect(world.stored).toEqual([]);
  });

  it('that is slow, an upload whose client leaves adds nothing, and its object is deleted again', async () => {
    const storing = halted();
    s3.beforeStoring = storing.wait;
    await world.leaveUpload('left.txt', 'left', () => storing.reached);
    storing.go();
    while (!s3.asked.some((one) => one.startsWith('DELETE'))) await new Promise(setImmediate);
    const { body } = await world.kim.get(world.path(`benefits/${world.benefit.id}/items`));
    expect([body.items, [...s3.objects], world.stored]).toEqual([[], [], []]);
  });

  it('its keys and signatures never reach the log', async () => {
    await world.upload('a.txt', 'a');
    s3.failsWith = 403;
    await world.upload('b.txt', 'b');
    const log = lines.join('');
    expect(log).toContain('FileStoreDown');
    const { S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = s3.settings;
    for (const secret of [S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, 'AWS4-HMAC', 'Signature='])
      expect(log).not.toContain(secret);
  });
});
