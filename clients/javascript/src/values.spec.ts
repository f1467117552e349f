import { execFileSync } from 'node:child_process';
import { priceLike, toDate } from './values.ts';

it.each([
  ['2013-06-01T19:00:00-0700', '2013-06-02T02:00:00.000Z'],
  ['2013-05-01 07:00:00 UTC', '2013-05-01T07:00:00.000Z'],
  ['2013-01-30T12:00:00Z', '2013-01-30T12:00:00.000Z'],
])('the time %s is %s', (time, iso) => expect(toDate(time).toISOString()).toBe(iso));

it.each(['2013-01-30', 'January 30, 2013'])('the day %s stays this day in every zone', (day) => {
  const code = `console.log(toDate('${day}').toDateString(), toDate('${day}').getHours())`;
  const source = `const toDate = (${toDate.toString()}); ${code}`;
  const shown = ['America/Los_Angeles', 'UTC', 'Asia/Tokyo'].map((TZ) =>
    execFileSync(process.execPath, ['-e', source], { env: { ...process.env, TZ }, encoding: 'utf8' }).trim(),
  );
  expect(shown).toEqual(shown.map(() => 'Wed Jan 30 2013 0'));
});

it.each([
  ['$1,250.00', '25.0', '$25.00'],
  ['$59.00', '1250.5', '$1,250.50'],
  ['CHF 59.00', '25.0', 'CHF 25.00'],
  ['59.00 kr', '0.0', '0.00 kr'],
  ['Free', '25.0', '25.00'],
])('beside %s, %s is %s', (displayPrice, amount, price) =>
  expect(priceLike(displayPrice, amount)).toBe(price),
);
