// Checks what is generated from the document of the API for staff, which is in a file: node scripts/staff-files.mjs FILE. A test calls it,
// because the document is made from the sources. npm run openapi writes the files.
import './support/require-node.cjs';
import { readFileSync } from 'node:fs';
import { main } from './support/project.mjs';

await main(async () => {
  // It needs packages, which a Node that is too old may not have.
  const { updateStaffFiles } = await import('./support/reference/staff-files.mjs');
  await updateStaffFiles(JSON.parse(readFileSync(process.argv[2], 'utf8')), true);
});
