// npm run serve: runs the built service. Does not install, build or migrate.
import './support/require-node.cjs';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, main, ROOT } from './support/project.mjs';

const SERVICE = join(ROOT, 'dist', 'src', 'main.js');

await main(async () => {
  if (!existsSync(join(ROOT, 'node_modules'))) throw new Failure('No packages are installed. Run: npm ci');
  if (!existsSync(SERVICE)) throw new Failure('The service is not built. Run: npm run build');
  await import('../dist/src/main.js');
});
