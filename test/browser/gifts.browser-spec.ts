import { CARDS } from '../support/payments/contract';
import { mailsOf } from '../support/mails-of';
import { shop } from './shop';
import { DEVICES } from './visitor';

const { t, own, checkout, visitor } = shop('gifts');

describe.each(DEVICES)('on a %s', (...device) => {
  it('a gift is bought, its card printed, and redeemed by a stranger who signs up', async () => {
    const ada = await visitor(device);
    await ada.open(checkout());
    await ada.look('checkout');
    await ada.follow('Give it as a present');
    await ada.look('sign-up');
    await ada.signUp();
    await ada.press('Continue');
    await ada.fill({
      recipient_name: 'Grace',
      sender_name: 'Ada',
      message: 'Happy birthday!\nSee you at the concert.',
    });
    await ada.look('form');
    await ada.fill({ recipient_email: 'grace' });
    await ada.press('Continue to payment');
    await ada.look('problem');
    expect(await ada.page.inputValue('#message')).toBe('Happy birthday!\nSee you at the concert.');
    await ada.fill({ recipient_email: '' });
    await ada.press('Continue to payment');
    await ada.pay(CARDS.works);
    expect(await ada.main()).toContain('Your gift, the membership “Gold”, has a code.');
    await ada.look('paid');
    await ada.follow('See card and mail');
    await ada.look('own');
    await ada.follow('See the card');
    await ada.look('card');
    const code = (await ada.page.textContent('.present-code'))!;
    expect([ada.page.url(), code]).toEqual([
      expect.not.stringContaining(code) as string,
      expect.stringMatching(/^(\w{4}-){3}\w{4}$/) as string,
    ]);
    await ada.page.emulateMedia({ media: 'print' });
    await ada.look('printed');
    expect(await ada.page.isVisible('footer')).toBe(false);
    await ada.page.emulateMedia({ media: null });

    const grace = await visitor(device);
    await grace.open(own('redeem'));
    await grace.look('redeem');
    await grace.fill({ code: 'wrong' });
    await grace.press('Continue');
    await grace.look('wrong-code');
    await grace.fill({ code });
    await grace.press('Continue');
    await grace.look('stranger');
    await grace.signUp({ email: 'grace@x.example' });
    await grace.press('Continue');
    await grace.look('redeeming');
    await grace.press('Redeem the gift');
    expect(await grace.heading()).toBe('Thank you');
    await grace.look('redeemed');
    const told = (await mailsOf(t)).find(({ kind }) => kind === 'gift_redeemed');
    expect(told?.to).toBe('ada@x.example');
    expect([...ada.faults(), ...grace.faults()]).toEqual([]);
  });
});
