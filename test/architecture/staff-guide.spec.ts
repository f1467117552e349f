import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
const GUIDE = join(ROOT, 'docs/staff');

const textsIn = (folder: string, ending: string): string =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(join(ROOT, folder, name), 'utf8'))
    .join('\n');

const guide = textsIn('docs/staff', '.md').replace(/\s+/g, ' ');

it('the guide for staff uses the words of the app for what it prints in bold', () => {
  const app = `${textsIn('staff-app/src', '.ts')}${textsIn('staff-app/src', '.tsx')}`.replace(/\s+/g, ' ');
  // The words of react-admin, and names that the app makes from the names of fields.
  const usual = ['Add', 'Add filter', 'Save'];
  const fields = ['On sale', 'Published', 'Trial', 'Sales period'];
  const named = [...guide.matchAll(/\*\*([^*]+)\*\*/g)].map(([, name]) => name.replace(/\.$/, ''));
  const steps = ['bold', 'Ask for what is missing', 'Pack', 'Mark what was sent'];
  const known = (name: string): boolean =>
    [...usual, ...fields, ...steps].includes(name) ||
    [`'${name}'`, `"${name}"`, `>${name}<`, `> ${name} <`].some((text) => app.includes(text));
  expect(named.filter((name) => !known(name))).toEqual([]);
});

it('the guide for staff shows every picture that it has', () => {
  const shown = [...guide.matchAll(/\]\(images\/([^)]+)\)/g)].map(([, name]) => name);
  expect(shown.filter((name) => !existsSync(join(GUIDE, 'images', name)))).toEqual([]);
  expect(readdirSync(join(GUIDE, 'images')).filter((name) => !shown.includes(name))).toEqual([]);
});
