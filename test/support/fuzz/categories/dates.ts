import fc from 'fast-check';
import { valuesInSlots } from '../category';
import { slotsOf } from '../slots';

const today = new Date();
/** The date some years ago, plus some days. */
const ago = (years: number, days = 0): string =>
  new Date(Date.UTC(today.getUTCFullYear() - years, today.getUTCMonth(), today.getUTCDate() + days))
    .toISOString()
    .slice(0, 10);

const DATES: readonly unknown[] = [
  '0000-00-00',
  '0000-01-01',
  '0001-01-01',
  '2023-02-29',
  '2024-02-29',
  '2000-02-29',
  '1900-02-29',
  '2023-04-31',
  '2023-13-01',
  '2023-00-10',
  '2023-01-32',
  '9999-12-31',
  '10000-01-01',
  '+012023-01-01',
  '-0001-01-01',
  '-1',
  '99-01-02',
  '2023-1-2',
  '2023/01/02',
  '01.02.2023',
  '20230102',
  '2023-W05-1',
  '2023-033',
  '2023-01-02T03:04:05Z',
  '2023-01-02T03:04:05+14:00',
  '2016-12-31T23:59:60Z',
  '2023-01-02 03:04',
  '2023-01-02Z',
  '2023-01-02\n',
  ' 2023-01-02',
  '２０２３-01-02',
  '2023‐01‐02',
  'today',
  'infinity',
  '-infinity',
  'epoch',
  'now()',
  ago(-1),
  ago(0),
  ago(0, 1),
  ago(13),
  ago(13, 1),
  ago(13, -1),
  ago(150),
  20230102,
  ['1990-12-10'],
  { year: 1990, month: 12, day: 10 },
  null,
  '',
];

/** Dates in every slot for a date. */
export const dates = valuesInSlots(
  'dates',
  { quick: 300, full: 3_000 },
  slotsOf('date'),
  DATES,
  fc.oneof(
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString().split('T')[0]),
    fc
      .tuple(fc.integer({ min: -10, max: 10_010 }), fc.nat(14), fc.nat(33))
      .map(([year, month, day]) => [year, month, day].map((part) => String(part).padStart(2, '0')).join('-')),
    fc.string({ unit: fc.constantFrom(...'0123456789-/.TZ:+ ') }),
  ),
);
