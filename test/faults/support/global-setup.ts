import { hasAllFaults } from '../../suite/form';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { clearRows } from './scorecard';

declare global {
  /** When the run began, of `performance.now()`. */
  var faultsBegan: number;
}

const ROOT = join(__dirname, '..', '..', '..');

/** Builds the service unless it is built, because the fault tests run the built one. */
export default function globalSetup(): void {
  globalThis.faultsBegan = performance.now();
  if (hasAllFaults) clearRows();
  const build = `import { ensureBuilt } from './scripts/support/build.mjs'; await ensureBuilt();`;
  execFileSync(process.execPath, ['--input-type=module', '-e', build], { cwd: ROOT, stdio: 'inherit' });
}
