import { readFileSync } from 'node:fs';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Ends when nothing moves or fades any more. Progress bars, which never end, do not count. */
const STILL = `Promise.all(document.getAnimations()
  .filter((each) => each.effect.getComputedTiming().endTime !== Infinity)
  .map((each) => each.finished.catch(() => undefined))).then(() => undefined)`;

/**
 * What axe-core calls serious or critical, as rule and element.
 *
 * @param without rules that need not be looked at again, such as `color-contrast`
 */
export async function seriousFaults(page: Page, without: readonly string[] = []): Promise<string[]> {
  // By the debugger's protocol, because a page's policy may forbid scripts of others.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(`${AXE}; undefined`);
  // The contrast of a text that fades in is not its own.
  await page.evaluate(STILL);
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]));
  const options = JSON.stringify({ resultTypes: ['violations'], rules });
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${options})`);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
