import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { ClubImage } from '../../src/domains/images/club-image.entity';
import { StaffImagesService } from '../../src/domains/images/staff/staff-images.service';
import { Files } from '../../src/platform/files';
import type { FileUpload } from '../../src/platform/http';
import type { StaffViewer } from '../../src/platform/staff';
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { daysFrom } from '#samples';
import { runJob } from '../support/run-job';
import { staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

const t = testApp();
/** A picture, red on the left and blue on the right. */
const twoColours = (alpha = 1) => {
  const half = { width: 20, height: 20, channels: 4 as const };
  return sharp({ create: { ...half, width: 40, background: { r: 255, g: 0, b: 0, alpha } } }).composite([
    { input: { create: { ...half, background: { r: 0, g: 0, b: 255, alpha: 1 } } }, left: 20, top: 0 },
  ]);
};

async function world() {
  const { id } = await t.given.fanclub();
  // Ids of fan clubs are used again, and files of former tests remain.
  for await (const found of t.app.get(Files).list(id)) await t.app.get(Files).remove(found);
  const staff = await staffOf(t, 'manager');
  const path = `/fanclubs/${id}/images`;
  const add = (content: Buffer | string, name = 'cover.png') =>
    staff.send('POST', `${path}?name=${name}`, content, {
      'content-type': 'application/octet-stream',
    });
  /** Gets a picture by its address, without cookies. */
  const see = async (url: string) => fetch(url.replace(t.config.publicUrl, t.origin));
  return { id, staff, path, add, see };
}

it.each([
  ['JPEG', () => twoColours().jpeg(), 'image/jpeg'],
  ['opaque PNG', () => twoColours().png(), 'image/jpeg'],
  ['PNG with transparent parts', () => twoColours(0).png(), 'image/png'],
  ['WebP', () => twoColours().webp(), 'image/jpeg'],
  ['GIF', () => twoColours().gif(), 'image/jpeg'],
])('a %s is encoded again and served to everybody, for a day without asking again', async (_, make, type) => {
  const { add, see } = await world();
  const { status, body } = await add(await make().toBuffer());
  expect([status, body]).toEqual([201, expect.objectContaining({ media_type: type, width: 40, height: 20 })]);
  const answer = await see(body.url as string);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': type,
    'cache-control': 'public, max-age=86400, immutable',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'") as string,
  });
  const head = await fetch(answer.url, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-type'), head.headers.get('content-length')]).toEqual([
    ...[200, type, String(body.size)],
  ]);
  const content = Buffer.from(await answer.arrayBuffer());
  expect(content).toHaveLength(body.size as number);
  // A palette takes many seconds for a large picture.
  const { isPalette = false, ...metadata } = await sharp(content).metadata();
  expect({ isPalette, ...metadata }).toMatchObject({
    ...{ width: 40, height: 20, format: type.slice(6), isPalette: false },
  });
});

it('a picture loses what it says about its place, is turned upright, and has 2,048 pixels a side at most', async () => {
  const { add, see } = await world();
  const photo = await sharp({ create: { width: 3000, height: 1000, channels: 3, background: 'green' } })
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const { body } = await add(photo, 'photo.jpg');
  expect(body).toMatchObject({ width: 683, height: 2048 });
  const stored = Buffer.from(await (await see(body.url as string)).arrayBuffer());
  expect((await sharp(stored).metadata()).exif).toBeUndefined();
  expect(stored.includes('secret place')).toBe(false);
});

it.each([
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['HTML', '<!doctype html><script>alert(1)</script>'],
  ['PDF', '%PDF-1.7 nothing'],
  ['nothing', ''],
  ['a picture that is cut off', Buffer.from('89504e470d0a1a0a0000000d', 'hex')],
  ['noise behind the first bytes of a JPEG', Buffer.concat([Buffer.from('ffd8ff', 'hex'), randomBytes(500)])],
])('%s is refused, whatever its name is, and nothing of it is stored', async (_, content) => {
  const { id, add } = await world();
  const { status } = await add(content, 'picture.png');
  expect(status).toBe(422);
  expect(await t.db.getRepository(ClubImage).countBy({ fanclubId: id })).toBe(0);
});

it('a picture with too many pixels or bytes is refused', async () => {
  const { add } = await world();
  const wide = sharp({ create: { width: 6000, height: 5000, channels: 3, background: 'white' } });
  expect((await add(await wide.png().toBuffer())).status).toBe(422);
  expect((await add(Buffer.alloc(10_000_001))).status).toBe(413);
});

it('a picture with more bits takes no more memory: it may have half as many pixels', async () => {
  const { add } = await world();
  const deep = sharp({ create: { width: 4000, height: 3200, channels: 4, background: '#0008' } });
  expect((await add(await deep.toColourspace('rgb16').png({ compressionLevel: 1 }).toBuffer())).status).toBe(
    422,
  );
});

it('an animation is refused: it would become its first picture', async () => {
  const { add } = await world();
  const frames = await Promise.all([0, 1].map((alpha) => twoColours(alpha).png().toBuffer()));
  for (const animation of [
    sharp(frames, { join: { animated: true } }).gif(),
    sharp(frames, { join: { animated: true } }).webp(),
  ]) {
    const { status, body } = await add(await animation.toBuffer());
    expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining('must be a still picture')]);
  }
});

it('nothing is decoded for a client that has gone before its turn comes', async () => {
  const { id: fanclubId } = await world();
  const damaged = Buffer.from('ffd8ff', 'hex');
  const bytes = () => Readable.from([damaged]);
  const add = (isAbandoned: boolean) =>
    t.app
      .get(StaffImagesService)
      .add({ fanclubId } as StaffViewer, 'x.jpg', { bytes, isAbandoned } as unknown as FileUpload);
  await expect(add(false)).rejects.toMatchObject({ kind: { status: 422 } });
  await expect(add(true)).rejects.toMatchObject({ kind: { status: 400 } });
});

it('a fan club has 2,000 pictures at most, also if two are added together', async () => {
  const { id, add } = await world();
  await t.db.query(
    `INSERT INTO club_images (fanclub_id, file_name, media_type, width, height, size, store, file_key)
     SELECT $1::bigint, 'x', 'image/png', 1, 1, 1, 'folder', $1::bigint || '/' || repeat('0', 60) || to_char(n, 'FM0000') || '-' || repeat('0', 16)
     FROM generate_series(1, 1999) n`,
    [id],
  );
  const picture = await twoColours().png().toBuffer();
  const answers = await Promise.all([add(picture), add(picture)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  // Nothing is received any more.
  expect((await add('no picture')).status).toBe(409);
});

it('a picture belongs to its fan club, and its address answers nothing once it is deleted', async () => {
  const { id, staff, path, add, see } = await world();
  const { body } = await add(await twoColours().png().toBuffer());
  const url = body.url as string;
  const other = await t.given.fanclub({ name: 'Other' });
  for (const wrong of [
    url.replace(`/${id}/`, `/${other.id}/`),
    url.replace('.jpg', '.png'),
    `${url}x`,
    `${t.config.publicUrl}/fanclubs/${id}/images/%00.png`,
  ])
    expect((await see(wrong)).status).toBe(404);
  expect((await staff.get(path)).body).toMatchObject({ total: 1, data: [{ url, file_name: 'cover.png' }] });
  expect((await staff.delete(`${path}/${body.id as number}`)).status).toBe(204);
  expect((await see(url)).status).toBe(404);
});

it('the job that deletes files leaves those of pictures, and deletes those of deleted ones', async () => {
  const { id, staff, path, add, see } = await world();
  const [one, two] = [
    await add(await twoColours().png().toBuffer()),
    await add(await twoColours().gif().toBuffer()),
  ];
  await staff.delete(`${path}/${two.body.id as number}`);
  const old = daysFrom(t.clock.now(), -3);
  for await (const { key } of t.app.get(Files).list(id))
    utimesSync(join(t.config.files.folder, key), old, old);
  expect(await runJob(t, 'files.purge')).toBe(1);
  expect((await see(one.body.url as string)).status).toBe(200);
  const left: string[] = [];
  for await (const { key } of t.app.get(Files).list(id)) left.push(key);
  expect(left).toHaveLength(1);
});
