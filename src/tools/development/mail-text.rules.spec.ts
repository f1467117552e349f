import { textOfMail } from './mail-text.rules';

const plain = (text: string) => ({ text, href: null });
const link = (address: string) => ({ text: address, href: address });

describe('the text of a mail', () => {
  it('is split into paragraphs and lines', () => {
    expect(textOfMail('Hello,\r\n\r\none\r\ntwo\r\n\r\n\r\nthree\n')).toEqual([
      [[plain('Hello,')]],
      [[plain('one')], [plain('two')]],
      [[plain('three')]],
    ]);
  });

  it('has links for web addresses', () => {
    const address = 'http://localhost:3000/fanclubs/1/confirm?token=a-B_9';
    expect(textOfMail(`Confirm:\n${address}`)).toEqual([[[plain('Confirm:')], [link(address)]]]);
  });

  it('has no punctuation in its links', () => {
    expect(textOfMail('See (https://x.example/a.html), or https://x.example/b.')).toEqual([
      [
        [
          plain('See ('),
          link('https://x.example/a.html'),
          plain('), or '),
          link('https://x.example/b'),
          plain('.'),
        ],
      ],
    ]);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'mailto:ada@x.example', 'ftp://x.example', 'http://'])(
    'has no link to %s',
    (address) => expect(textOfMail(address)).toEqual([[[plain(address)]]]),
  );

  it('may be empty', () => expect(textOfMail('\n \n')).toEqual([]));
});
