import { TEXTS, textsFrom } from './texts.ts';

it('texts come from the element, the script, the page and the defaults, in this order', () => {
  const page = { logIn: 'page', logOut: 'page', save: 'page', 'Contest has ended': 'Vorbei' };
  const texts = textsFrom(page, { textLogIn: 'script', textLogOut: 'script' }, { textLogIn: 'element' });
  expect(texts).toMatchObject({
    logIn: 'element',
    logOut: 'script',
    save: 'page',
    retry: TEXTS.retry,
    'Contest has ended': 'Vorbei',
  });
});

it('other attributes are not texts', () => {
  expect(textsFrom({}, { texture: 'a', text: 'b', limit: '5' })).toEqual(TEXTS);
});
