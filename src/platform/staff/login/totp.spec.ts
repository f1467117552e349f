import { generateSync } from 'otplib';
import { newTotpSecret, totpStep, totpUri } from './totp';

const secret = newTotpSecret();
const at = (seconds: number): Date => new Date(seconds * 1000);
const codeAt = (seconds: number): string => generateSync({ secret, epoch: seconds });
const NOW = 1_800_000_000;

it('accepts the code of the present time step and of its neighbours', () => {
  expect([-30, 0, 30].map((off) => totpStep(secret, codeAt(NOW + off), null, at(NOW)))).toEqual(
    [-1, 0, 1].map((step) => NOW / 30 + step),
  );
  expect([-90, 90].map((off) => totpStep(secret, codeAt(NOW + off), null, at(NOW)))).toEqual([null, null]);
});

it('accepts a code once, and no older one afterwards', () => {
  const step = totpStep(secret, codeAt(NOW), null, at(NOW));
  expect(totpStep(secret, codeAt(NOW), step, at(NOW))).toBeNull();
  expect(totpStep(secret, codeAt(NOW - 30), step, at(NOW))).toBeNull();
  expect(totpStep(secret, codeAt(NOW + 30), step, at(NOW + 30))).toBe(NOW / 30 + 1);
});

it('reads codes as people type them, and refuses everything else', () => {
  const code = codeAt(NOW);
  expect(totpStep(secret, `${code.slice(0, 3)} ${code.slice(3)}`, null, at(NOW))).toBe(NOW / 30);
  for (const wrong of ['', '12345', '1234567', 'abcdef', '１２３４５６']) {
    expect(totpStep(secret, wrong, null, at(NOW))).toBeNull();
  }
});

it('agrees with RFC 6238', () => {
  // The secret of appendix B, "12345678901234567890", in base32; the last six digits of its eight.
  const rfc = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  expect(totpStep(rfc, '287082', null, at(59))).toBe(1);
  expect(totpStep(rfc, '005924', null, at(1_234_567_890))).toBe(41_152_263);
});

it('names the service and the person in the address for the app', () => {
  expect(totpUri(secret, 'Fan Club', 'kim@example.org')).toMatch(
    /^otpauth:\/\/totp\/Fan%20Club:kim(@|%40)example\.org\?secret=[A-Z2-7]+&issuer=Fan(%20|\+)Club/,
  );
});
