// npm run build: installs missing packages and compiles to dist.
import './support/require-node.cjs';
import { build } from './support/build.mjs';
import { ensureInstalled } from './support/install.mjs';
import { main } from './support/project.mjs';

await main(async () => {
  await ensureInstalled();
  await build();
});
