// npm run build: compiles to dist, installing packages first where they are missing.
import './support/require-node.cjs';
import { build } from './support/build.mjs';
import { ensureInstalled } from './support/install.mjs';
import { main } from './support/project.mjs';

await main(async () => {
  await ensureInstalled();
  await build();
});
