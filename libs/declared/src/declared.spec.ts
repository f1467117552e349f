import { Declared, pairsOf } from './declared';

it('knows what was added, in alphabetical order', () => {
  const colors = new Declared<'red' | 'blue', number>('color');
  colors.add({ red: 1 });
  colors.add({ blue: 2 });
  expect([colors.names(), colors.get('red'), colors.get('blue')]).toEqual([['blue', 'red'], 1, 2]);
});

it('refuses a name that is declared twice, and one that is not declared', () => {
  const colors = new Declared<string, number>('color');
  colors.add({ red: 1 });
  expect(() => colors.add({ red: 1 })).toThrow('the color red is declared twice');
  expect(() => colors.get('toString')).toThrow('the color toString is not declared');
});

it('makes pairs of lists', () => {
  expect(pairsOf({ made: ['red', 'blue'], ended: [] })).toEqual({
    'made:red': true,
    'made:blue': true,
    'ended:': true,
  });
});
