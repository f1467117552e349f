import fc from 'fast-check';
import { valuesInSlots } from '../category';
import { slotsOf } from '../slots';

/** An address with this number of characters. */
const ofLength = (length: number): string => {
  const domain = `${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(60)}.example`;
  return `${'a'.repeat(length - domain.length - 1)}@${domain}`;
};

const EMAILS: readonly unknown[] = [
  'ADA@X.EXAMPLE',
  'a.d.a@x.example',
  '.ada@x.example',
  'ada.@x.example',
  'a..a@x.example',
  'ada+tag@x.example',
  'ada@x.example.',
  'ada@x..example',
  'ada@.example',
  'ada@example',
  'ada@localhost',
  'ada@127.0.0.1',
  'ada@[127.0.0.1]',
  'ada@[IPv6:::1]',
  'ada@münchen.example',
  'ada@xn--mnchen-3ya.example',
  'ädä@x.example',
  'аda@x.example',
  '用户@例子.example',
  '"ada lovelace"@x.example',
  '"a@b"@x.example',
  '"\\""@x.example',
  'Ada <ada@x.example>',
  'ada@x.example (comment)',
  'ada@x.example, eve@x.example',
  'ada@x.example;eve@x.example',
  'ada@eve@x.example',
  '@x.example',
  'ada@',
  '@',
  'ada',
  ' ada@x.example ',
  'ada @x.example',
  'ada@x.example\r\nBcc: eve@x.example',
  'ada@x.example%0d%0aBcc:eve@x.example',
  'ada\0@x.example',
  'ada@x\0.example',
  'ada@\ud800.example',
  '\u202eada@x.example',
  'ada\u200b@x.example',
  '👩@x.example',
  ofLength(254),
  ofLength(255),
  `${'a'.repeat(64)}@x.example`,
  `${'a'.repeat(65)}@x.example`,
  `ada@${'x'.repeat(64)}.example`,
  `${'a@'.repeat(2_000)}x`,
  `"${'\\"'.repeat(2_000)}"@x.example`,
  "ada'--@x.example",
  '<script>@x.example',
  '|id@x.example',
  ['ada@x.example'],
  { address: 'ada@x.example' },
  7,
  null,
];

const characters = fc.constantFrom(...'aA1.+-_@"\\ <>()[],;:\r\nüß👩\0%\'');

/** E-mail addresses in every slot for one. */
export const emails = valuesInSlots(
  'e-mail addresses',
  { quick: 300, full: 3_000 },
  slotsOf('email'),
  EMAILS,
  fc.oneof(
    fc.emailAddress(),
    fc
      .tuple(fc.string({ unit: characters }), fc.string({ unit: characters }))
      .map((parts) => parts.join('@')),
    fc.tuple(fc.emailAddress(), characters, fc.nat()).map(([address, odd, at]) => {
      const place = at % (address.length + 1);
      return address.slice(0, place) + odd + address.slice(place);
    }),
  ),
);
