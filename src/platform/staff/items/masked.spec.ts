import { initial, maskedEmail } from './masked';

it('shows only the first letters and the last part of an address', () => {
  expect(maskedEmail('ada@mail.co.example')).toBe('a…@m….example');
  expect(maskedEmail('Élodie@localhost')).toBe('É…@l…');
  expect(maskedEmail(null)).toBeNull();
});

it('shows the initial of a name', () => {
  expect([' Ada', '😀x', '', null].map(initial)).toEqual(['A.', '😀.', null, null]);
});
