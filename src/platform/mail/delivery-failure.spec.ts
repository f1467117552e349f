import { SealBroken } from '#libs/sealed';
import { failureOf } from './delivery-failure';

const smtp = (facts: object): Error => Object.assign(new Error('550 ada@x.example'), facts);

describe('failureOf', () => {
  it.each<[string, object, string, boolean]>([
    [
      'a permanently unknown recipient',
      { code: 'EENVELOPE', responseCode: 550, response: '550 5.1.1 ada@x.example?', command: 'RCPT TO' },
      'SMTP 550 5.1.1 at RCPT TO',
      true,
    ],
    [
      'a full mailbox',
      { responseCode: 452, response: '452 full', command: 'RCPT TO' },
      'SMTP 452 at RCPT TO',
      false,
    ],
    [
      'a refused content',
      { responseCode: 554, response: '554-no', command: 'DATA' },
      'SMTP 554 at DATA',
      true,
    ],
    ['a confused session', { responseCode: 503, command: 'RCPT TO' }, 'SMTP 503 at RCPT TO', false],
    ['a wrong password', { responseCode: 535, command: 'AUTH PLAIN' }, 'SMTP 535 at AUTH PLAIN', false],
    ['a missing log-in', { responseCode: 530, command: 'RCPT TO' }, 'SMTP 530 at RCPT TO', false],
    ['a refused sender', { responseCode: 550, command: 'MAIL FROM' }, 'SMTP 550 at MAIL FROM', false],
    ['no TLS', { code: 'ETLS', responseCode: 554, command: 'STARTTLS' }, 'SMTP 554 at STARTTLS', false],
    [
      'nobody there',
      { code: 'ESOCKET', originalCode: 'ECONNREFUSED', command: 'CONN' },
      'ECONNREFUSED',
      false,
    ],
    ['silence', { code: 'ETIMEDOUT', command: 'CONN' }, 'ETIMEDOUT', false],
    ['an address that cannot be written', { code: 'EENVELOPE', command: 'API' }, 'EENVELOPE', true],
  ])('recognizes %s', (_, facts, code, permanent) => {
    expect(failureOf(smtp(facts))).toEqual({ code, permanent });
  });

  it('returns the name of any other error, and never its message', () => {
    expect(failureOf(new SealBroken())).toEqual({ code: 'SealBroken', permanent: false });
    expect(failureOf('ada@x.example')).toEqual({ code: 'unknown', permanent: false });
  });
});
