import { isRecoveryCode, newRecoveryCodes, recoveryCodeHash } from './recovery-codes';

it('makes ten different codes that are easy to type', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);
});

it('recognises a code however it is typed', () => {
  const [code = '', other = ''] = newRecoveryCodes();
  for (const typed of [code.toUpperCase(), code.replaceAll('-', ''), ` ${code.replaceAll('-', ' ')} `]) {
    expect(isRecoveryCode(typed)).toBe(true);
    expect(recoveryCodeHash(typed)).toEqual(recoveryCodeHash(code));
  }
  expect(recoveryCodeHash(other)).not.toEqual(recoveryCodeHash(code));
  expect(['', '123456', `${code}x`].some(isRecoveryCode)).toBe(false);
});
