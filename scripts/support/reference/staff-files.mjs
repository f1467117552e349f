import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure, ROOT, say } from '../project.mjs';
import { staffRoutesOf } from './staff-routes.mjs';
import { staffTypesOf } from './staff-types.mjs';

/** What is made of the document of the API for staff: a page for readers, and the types of the app. */
const FILES = [
  ['docs/reference/staff-routes.md', staffRoutesOf],
  ['staff-app/src/api/generated.ts', staffTypesOf],
];

/** Writes the files that are out of date. @throws Failure instead, if they are only checked, or the document has an untyped part */
export async function updateStaffFiles(document, isCheck) {
  for (const [name, textOf] of FILES) {
    const file = join(ROOT, name);
    const text = await textOf(document, file);
    const isSame = existsSync(file) && readFileSync(file, 'utf8') === text;
    if (isCheck && !isSame) throw new Failure(`${name} is stale. Run: npm run generate`);
    if (!isSame) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    say(isSame ? `${name} is up to date.` : `Wrote ${name}.`);
  }
}
