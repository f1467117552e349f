import { hashSource, pagePolicy } from './page-policy';

it('lets in one style sheet by its hash', () => {
  expect(hashSource('')).toBe("'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='");
});

describe('the policy of a page', () => {
  it('without form', () => {
    expect(pagePolicy("'sha256-x'", null)).toBe(
      "default-src 'none'; style-src 'sha256-x'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    );
  });

  it('with a form that may lead elsewhere, each origin once', () => {
    const policy = pagePolicy("'sha256-x'", ['https://a.example', 'https://b.example', 'https://a.example']);
    expect(policy).toContain("form-action 'self' https://a.example https://b.example;");
  });
});
