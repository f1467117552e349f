/** What the guide leaves out. */
const OMITTED = '…';

/** Texts in the guide that stand for digits, because the demo's dates move with the present day. */
const DIGITS: readonly [shown: RegExp, pattern: string][] = [
  [/YYYY-MM-DD/g, '\\d{4}-\\d{2}-\\d{2}'],
  [/hh:mm:ss/g, '\\d{2}:\\d{2}:\\d{2}'],
  [/±hhmm/g, '[+-]\\d{4}'],
  [/±hh:mm/g, '[+-]\\d{2}:\\d{2}'],
];

/** Whether a text is as shown: `…` stands for any characters, and dates for digits. */
export function isTextAsShown(shown: string, actual: string): boolean {
  let pattern = shown.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll(OMITTED, '[^]*');
  for (const [token, digits] of DIGITS) pattern = pattern.replace(token, digits);
  return new RegExp(`^${pattern}$`).test(actual);
}

/**
 * Compares an answer with what the guide shows of it. In the guide, `"…"` is any value. As the last element of a list, and as
 * the last field of an object (`"…": "…"`), it stands for any number of further ones. Inside a text it stands for any characters.
 * Everything else must be equal, fields in the same order.
 *
 * @param shown the parsed JSON of the guide
 * @param actual the parsed JSON of the answer
 * @returns a line for each difference; empty if the answer is as shown
 */
export function differences(shown: unknown, actual: unknown, at = 'answer'): string[] {
  if (shown === OMITTED) return [];
  if (Array.isArray(shown) && Array.isArray(actual)) return listDifferences(shown, actual, at);
  if (isObject(shown) && isObject(actual)) return objectDifferences(shown, actual, at);
  if (typeof shown === 'string' && typeof actual === 'string' && isTextAsShown(shown, actual)) return [];
  return shown === actual
    ? []
    : [`${at}: ${JSON.stringify(shown)} is shown, ${JSON.stringify(actual)} was received`];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function listDifferences(shown: readonly unknown[], actual: readonly unknown[], at: string): string[] {
  const isOpen = shown.at(-1) === OMITTED;
  const elements = isOpen ? shown.slice(0, -1) : shown;
  if (isOpen ? actual.length < elements.length : actual.length !== elements.length) {
    return [`${at}: ${elements.length} elements are shown, ${actual.length} were received`];
  }
  return elements.flatMap((element, index) => differences(element, actual[index], `${at}[${index}]`));
}

function objectDifferences(
  shown: Record<string, unknown>,
  actual: Record<string, unknown>,
  at: string,
): string[] {
  const isOpen = shown[OMITTED] === OMITTED && Object.keys(shown).at(-1) === OMITTED;
  const names = Object.keys(shown).filter((name) => !(isOpen && name === OMITTED));
  const received = Object.keys(actual);
  const missing = names.filter((name) => !received.includes(name));
  const more = received.filter((name) => !names.includes(name));
  if (missing.length > 0) return [`${at}: was received without ${missing.join(', ')}`];
  if (!isOpen && more.length > 0) return [`${at}: was received with ${more.join(', ')}`];
  const order = received.filter((name) => names.includes(name));
  if (order.join() !== names.join()) return [`${at}: the order of the fields is ${order.join(', ')}`];
  return names.flatMap((name) => differences(shown[name], actual[name], `${at}.${name}`));
}
