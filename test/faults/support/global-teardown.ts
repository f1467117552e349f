import { hasAllFaults } from '../../suite/form';
import { writeScorecard } from './scorecard';

/** After a full run, writes the scorecard. */
export default function globalTeardown(): void {
  if (!hasAllFaults) return;
  const seconds = Math.round((performance.now() - globalThis.faultsBegan) / 1000);
  process.stderr.write(`${writeScorecard(seconds)}\n`);
}
