import { documentFile, type PersonDocument } from './person-document';

const DOCUMENT: PersonDocument = {
  fanclub: { id: 7, name: 'Rock & Roll' },
  member: 12,
  made_at: '2026-11-27T08:00:00Z',
  tables: {
    email_aliases: { rows: [{ email: '<b>a@x.example</b>', note: null, size: 2 }], isCut: true },
  },
};

it('is JSON with all tables', () => {
  const file = documentFile(DOCUMENT, 'json');
  expect([file.name, JSON.parse(file.text)]).toEqual(['member-12.json', DOCUMENT]);
});

it('is a page that shows values as text, and says what was left out', () => {
  const { name, text } = documentFile(DOCUMENT, 'html');
  expect(name).toBe('member-12.html');
  expect(text).toContain('<h1>What Rock &#38; Roll knows about you</h1>');
  expect(text).toContain('<dt>email</dt><dd>&#60;b&#62;a@x.example&#60;/b&#62;</dd>');
  expect(text).toContain('<h2>email aliases</h2>\n<p>Only the latest 1 are listed.</p>');
  expect(text).not.toContain('note');
});
