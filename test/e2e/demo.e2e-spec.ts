import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(__dirname, '../../demo');
const text = readFileSync(join(FOLDER, 'catalogue.json'), 'utf8');
const readme = readFileSync(join(FOLDER, 'README.md'), 'utf8');

describe('the demo catalogue', () => {
  it('names only hosts and mailboxes that can belong to nobody', () => {
    const hosts = [...text.matchAll(/(?:https?:\/\/|@)([^/":]+)/g)].map(([, host = '']) => host);
    expect(hosts.length).toBeGreaterThan(50);
    expect(hosts.filter((host) => !/(^|\.)(example|test|localhost)$/.test(host))).toEqual([]);
  });

  it('has few enough passwords to hash that the first start stays quick', () => {
    const passwords = text.match(/"password":/g) ?? [];
    expect(passwords.length).toBeGreaterThan(10);
    expect(passwords.length).toBeLessThanOrEqual(20);
  });

  it('has every key, password and mailbox that its README tells of, and no other mailbox', () => {
    const told = [...readme.matchAll(/`(demo-[\w-]+|[\w.]+@[\w.]+)`/g)].map(([, name = '']) => name);
    const passwords = [...text.matchAll(/"password": "([^"]*)"/g)].map(([, password = '']) => password);
    const mailboxes = [...text.matchAll(/"email": "([^"]*)"/g)].map(([, email = '']) => email);
    expect(told.filter((name) => !text.includes(`"${name}"`))).toEqual([]);
    expect(passwords.filter((password) => !readme.includes(`\`${password}\``))).toEqual([]);
    expect(mailboxes.filter((email) => !told.includes(email))).toEqual([]);
  });
});
