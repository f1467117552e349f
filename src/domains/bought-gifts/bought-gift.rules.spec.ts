import { fill } from '#libs/validation';
import { GiftFields } from './dto/gift.fields';
import { someSeason } from '#domains/plans/plan.fixtures';
import { cardOf, isInReach, seasonNote, stateOf } from './bought-gift.rules';

const NOON = new Date('2026-06-15T12:00:00Z');
const card = (fields: object) =>
  cardOf(fill(GiftFields, fields), { timeZone: 'America/Los_Angeles', now: NOON });
const NONE = { recipient: null, sender: null, message: null, email: null, mailOn: null };

describe('the texts of a gift', () => {
  it('are all optional, trimmed, and keep the lines of a message', () => {
    expect(card({})).toEqual(NONE);
    expect(card({ recipient_name: ' ', message: ' Happy\r\nbirthday! ' })).toEqual({
      ...NONE,
      message: 'Happy\nbirthday!',
    });
  });

  it.each([
    [{ recipient_name: 'A\u200bda' }, 'Recipient name is invalid'],
    [{ sender_name: 'A\nda' }, 'Sender name is invalid'],
    [{ message: 'a\u202eb' }, 'Message is invalid'],
    [{ message: 'x'.repeat(401) }, 'Message is too long (maximum is 400 characters)'],
    [{ recipient_email: 'ada', mail_day: '2026-06-20' }, 'Recipient email does not appear to be valid'],
    [{ recipient_email: 'ada@x.example' }, 'Mail day is needed to mail the gift card'],
    [{ mail_day: '2026-06-20' }, 'Recipient email is needed to mail the gift card'],
    [{ recipient_email: 'ada@x.example', mail_day: '2026-02-30' }, 'Mail day is not a valid date'],
    [
      { recipient_email: 'ada@x.example', mail_day: '2026-06-14' },
      'Mail day must be today, or a day within a year',
    ],
  ] as const)('that are wrong are refused (%#)', (fields, message) => {
    expect(() => card(fields)).toThrow(expect.objectContaining({ messages: [message] }) as Error);
  });
});

it.each([
  ['2026-06-15', '2026-06-15', true],
  ['2026-06-14', '2026-06-15', false],
  ['2027-06-15', '2026-06-15', true],
  ['2027-06-16', '2026-06-15', false],
  ['2029-02-28', '2028-02-29', true],
  ['2029-03-01', '2028-02-29', false],
])('a mail on %s, asked for on %s: %s', (day, today, expected) => {
  expect(isInReach(day, today)).toBe(expected);
});

it.each([
  [null, 'ordered'],
  [{ held: 0, used: 0, isVoid: false, isDisputed: false }, 'ready'],
  [{ held: 0, used: 0, isVoid: false, isDisputed: true }, 'disputed'],
  [{ held: 1, used: 0, isVoid: true, isDisputed: true }, 'redeeming'],
  [{ held: 0, used: 1, isVoid: false, isDisputed: true }, 'redeemed'],
  [{ held: 0, used: 0, isVoid: true, isDisputed: true }, 'void'],
] as const)('a gift with the code %j is %s', (code, state) => {
  expect(stateOf(code)).toBe(state);
});

it.each([
  [
    null,
    '2026-06-15',
    /^Until December 30, 2026, the code gives the rest of the season. Redeemed later, it gives the membership of the next/,
  ],
  [null, '2027-06-15', /^The season ended on December 30, 2026. The code gives the membership of the next/],
  [12, '2026-06-15', null],
])('the code of a plan of a season with %j months, on %s', (duration, today, expected) => {
  const note = seasonNote({ duration, salesPeriod: someSeason() }, 'America/Los_Angeles', new Date(today));
  expect(note).toEqual(expected && (expect.stringMatching(expected) as string));
});
