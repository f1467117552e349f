import { translated } from './messages.ts';

describe('a translation', () => {
  const texts = {
    'You are already subscribed': 'Schon dabei',
    'You have been entered into the {name} contest': 'Dabei: {name}',
    'Is {a} (b)?': '{a}',
    logIn: 'Einloggen',
  };

  it.each([
    ['You are already subscribed', 'Schon dabei'],
    ['You have been entered into the Soundcheck for Two contest', 'Dabei: Soundcheck for Two'],
    ['Is $& (b)?', '$&'],
    ['Contest has ended', 'Contest has ended'],
    ['constructor', 'constructor'],
  ])('of %p is %p', (message, text) => expect(translated(message, texts)).toBe(text));
});
