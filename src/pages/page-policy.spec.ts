import { hashSource, pagePolicy } from './page-policy';

it('a style sheet is allowed by its hash', () => {
  expect(hashSource('')).toBe("'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='");
});

describe('the policy of a page', () => {
  const plain = { styles: ["'sha256-x'"], image: null, leadsTo: null };

  it('allows nothing except the style sheet for a page without form', () => {
    expect(pagePolicy(plain)).toBe(
      "default-src 'none'; style-src 'sha256-x'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    );
  });

  it('names each origin of a form once', () => {
    const leadsTo = ['https://a.example', 'https://b.example', 'https://a.example'];
    expect(pagePolicy({ ...plain, leadsTo })).toContain(
      "form-action 'self' https://a.example https://b.example;",
    );
  });

  it('allows the origin of the logo and the hash of the fan club’s colours', () => {
    expect(pagePolicy({ ...plain, styles: ["'sha256-x'", "'sha256-y'"], image: 'https://cdn.example' })).toBe(
      "default-src 'none'; style-src 'sha256-x' 'sha256-y'; img-src https://cdn.example; form-action 'none'; " +
        "base-uri 'none'; frame-ancestors 'none'",
    );
  });

  it('allows one script by its hash', () => {
    expect(pagePolicy({ ...plain, script: "'sha256-z'" })).toContain("; script-src 'sha256-z'; form-action");
  });
});
