import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import '../../src/domains';
import '../../src/platform/platform.module';
import { auditSubjects } from '../../src/platform/staff';

const ROOT = join(__dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** The files whose only purpose is to declare something for an engine. */
const declaring = readdirSync(join(ROOT, 'src'), { recursive: true })
  .map((name) => join('src', String(name)))
  .filter((path) => /\.(declarations|mails)\.ts$/.test(path));

it('what a folder declares is known at start: its module imports the file', () => {
  expect(declaring.length).toBeGreaterThan(15);
  const forgotten = declaring.filter((path) => {
    const above = [dirname(path), dirname(dirname(path))].flatMap((folder) =>
      readdirSync(join(ROOT, folder))
        .filter((name) => name.endsWith('.module.ts'))
        .map((name) => read(join(folder, name))),
    );
    return !above.some((module) => module.includes(`/${basename(path, '.ts')}';`));
  });
  expect(forgotten).toEqual([]);
});

it('the app for staff filters the record of changes by every subject', () => {
  const [, list] = /const SUBJECTS = \[([^]*?)\n\]/.exec(read('staff-app/src/screens/records.tsx'))!;
  expect([...list.matchAll(/'(\w+)'/g)].map(([, subject]) => subject).sort()).toEqual(auditSubjects());
});
