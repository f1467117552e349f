import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const documents = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md']
  .concat(readdirSync(join(ROOT, 'docs'), { recursive: true }).map((name) => `docs/${String(name)}`))
  .filter((path) => path.endsWith('.md'));

describe('the documents', () => {
  it.each(documents)('%s links to files that exist', (path) => {
    const targets = [...read(path).matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
      .map(([, target]) => target)
      .filter((target) => !/^https?:/.test(target));
    const broken = targets.filter((target) => !existsSync(join(ROOT, dirname(path), target)));
    expect(broken).toEqual([]);
  });

  it('quote the code as it is', () => {
    const blocks = [...read('docs/adding-a-domain.md').matchAll(/```ts\n\/\/ (\S+)\n([\s\S]*?)```/g)];
    expect(blocks.length).toBeGreaterThan(5);
    for (const [, file, excerpt] of blocks) expect(read(file)).toContain(excerpt.trimEnd());
  });
});
