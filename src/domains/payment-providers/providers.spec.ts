import { PROVIDERS, titleOf } from './providers';

describe('the list of payment providers', () => {
  const names = PROVIDERS.map(({ name }) => name);

  it('has each name once, in the form that the database accepts', () => {
    expect(names).toEqual([...new Set(names)].filter((name) => /^[a-z][a-z0-9_]{0,29}$/.test(name)));
  });

  it('gives titles; an unknown name is its own', () => {
    expect(['demo', 'other'].map(titleOf)).toEqual(['Demo bank', 'other']);
  });
});
