import fc from 'fast-check';
import type { Category, MakeProbe } from '../category';
import { probe } from '../probe';
import { TARGETS } from '../targets';
import type { World } from '../world';

const POSTS: readonly string[] = Object.keys(TARGETS).filter((route) => route.startsWith('POST '));

/** Bodies of each shape that the routes accept, and of others. */
function validBodies(world: World): [route: string, body: string][] {
  const bodies = POSTS.flatMap((route) => [
    [route, JSON.stringify(TARGETS[route].request?.(world.club, 0, '').body ?? {})],
    [
      route,
      JSON.stringify({
        ...TARGETS[route].request?.(world.club, 0, '').body,
        ü: ['\u{1f600}', { a: [1e3, null] }],
      }),
    ],
  ]);
  return [
    ...(bodies as [string, string][]),
    ['POST /login', '{"email":"\\u00e4\\ud83d\\ude00\\n@x.example","password":" \\t"}'],
    ['POST /contacts', '{"contact":{"email":"a@x.example","b":true,"c":-1.5e-7,"d":null}}'],
  ];
}

const NOT_JSON: readonly (string | Buffer)[] = [
  `${'['.repeat(60_000)}`,
  `${'{"a":'.repeat(12_000)}`,
  `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
  '[]',
  '"text"',
  'null',
  '1',
  'true',
  '{"a":1}{"b":2}',
  '{"a":1},',
  '{"a":1,}',
  '{a:1}',
  "{'a':1}",
  '{"a":NaN}',
  '{"a":Infinity}',
  '{"a":01}',
  '{"a":+1}',
  '{"a":0x1}',
  '{"a":1.}',
  '{"a":"\t"}',
  '{"a":"\\x41"}',
  '{"a":"\\u12"}',
  '// comment\n{}',
  '{/* comment */}',
  '{"a":undefined}',
  'email=a%40x.example',
  '<xml/>',
  '\0',
  '{"a":"\0"}',
  Buffer.from('{"a":1}', 'utf16le'),
  Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('{"a":1}', 'utf16le')]),
  Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.from([0x7b, 0x22, 0xf5, 0x80, 0x80, 0x80, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.from([0x7b, 0x22, 0xe2, 0x82]),
  Buffer.from([0x1f, 0x8b, 0x08, 0x00]),
];

/** Unusual but valid JSON. */
const ODD_JSON: readonly string[] = [
  '',
  ' \r\n\t{} ',
  '\ufeff{}',
  '{"email":"a@x.example","email":"b@x.example"}',
  '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}',
  '{"email":1e999,"password":-1e999}',
  '{"email":"\\ud800","password":"\\u0000"}',
  `{"a":${'9'.repeat(20_000)}}`,
  `{${Array.from({ length: 4_000 }, (_, n) => `"k${n}":1`).join(',')}}`,
  `{"a":[${'0,'.repeat(20_000)}0]}`,
  `{"${'k'.repeat(60_000)}":1}`,
  '{"":""}',
  '{"toString":1,"hasOwnProperty":2,"length":3}',
];

/** Bodies of invalid or unusual JSON. */
export const malformedJson: Category = {
  name: 'malformed JSON',
  sizes: { quick: 700, full: 8_000 },
  cases: (world) => [
    ...validBodies(world).flatMap(([route, body]) => {
      const bytes = Buffer.from(body);
      return Array.from(
        { length: Math.max(bytes.length - 1, 0) },
        (_, cut): MakeProbe =>
          (n) =>
            probe(world, route, n, { body: bytes.subarray(0, cut + 1), mustFail: true }),
      );
    }),
    ...POSTS.flatMap((route) => [
      ...NOT_JSON.map(
        (body): MakeProbe =>
          (n) =>
            probe(world, route, n, { body, mustFail: true }),
      ),
      ...ODD_JSON.map(
        (body): MakeProbe =>
          (n) =>
            probe(world, route, n, { body }),
      ),
    ]),
  ],
  more: (world) => {
    const bodies = validBodies(world);
    return fc
      .tuple(fc.constantFrom(...bodies), fc.nat(), fc.uint8Array({ maxLength: 4 }), fc.nat(4))
      .map(([[route, body], at, odd, dropped]): MakeProbe => (n) => {
        const bytes = Buffer.from(body);
        const place = at % (bytes.length + 1);
        const changed = Buffer.concat([bytes.subarray(0, place), odd, bytes.subarray(place + dropped)]);
        return probe(world, route, n, { body: changed });
      });
  },
};
