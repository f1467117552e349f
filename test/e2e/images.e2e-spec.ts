import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { ClubImage } from '../../src/domains/images/club-image.entity';
import { Files } from '../../src/platform/files';
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
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
])('a %s is stored anew and served to everybody for a year', async (_, make, type) => {
  const { add, see } = await world();
  const { status, body } = await add(await make().toBuffer());
  expect([status, body]).toEqual([201, expect.objectContaining({ media_type: type, width: 40, height: 20 })]);
  const answer = await see(body.url as string);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': type,
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'") as string,
  });
  const content = Buffer.from(await answer.arrayBuffer());
  expect(await sharp(content).metadata()).toMatchObject({ width: 40, height: 20, format: type.slice(6) });
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

it('a picture belongs to its fan club, and its address answers nothing once it is deleted', async () => {
  const { id, staff, path, add, see } = await world();
  const { body } = await add(await twoColours().png().toBuffer());
  const url = body.url as string;
  const other = await t.given.fanclub({ name: 'Other' });
  for (const wrong of [url.replace(`/${id}/`, `/${other.id}/`), url.replace('.jpg', '.png'), `${url}x`])
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
