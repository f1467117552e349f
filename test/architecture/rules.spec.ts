import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as ts from 'typescript';

const SRC = join(__dirname, '../../src');

/** The files that say in SQL which memberships are active and which orders are completed. Others take these conditions from there. */
const RULES = [
  'platform/access/membership.rules.ts',
  'domains/subscriptions/membership-conditions.ts',
  'domains/orders/order.entity.ts',
];

/** A rule about time: it has to be the same everywhere. */
const TERM = /\bend_date IS (NOT )?NULL (OR|AND)\b|\bextended_until\s*([<>=]|IS\b|\))/;

/** A state of a row. A statement that changes the row may test it, so that it changes the row once. */
const STATE =
  /\b(NOT|AND|OR|WHEN|WHERE)\s+\(?(\w+\.)?cancelled\b|\b(paid_at|closed_at|refunded_at)\s+IS\b|\bq\.processed_at\s+IS\b/;
const QUEUED = /\bFROM queued_subscriptions\b[^;]*\bprocessed_at\s+IS\b/;

const CHANGES = /\b(UPDATE|INSERT INTO|DELETE FROM) (subscriptions|queued_subscriptions|orders)\b/;

/** Statements that test the columns for another reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'membership_ends.report': 'finds ends by ranges that an index has',
  'orders.is_given_otherwise': 'compares when two orders were paid',
};

interface Text {
  /** The name of the statement; without one, the file. */
  readonly owner: string;
  readonly file: string;
  readonly text: string;
}

/** The texts in quotes of a source. */
function textsOf(source: string, file: string): Text[] {
  const found: Text[] = [];
  const visit = (node: ts.Node, owner: string): void => {
    const isStatement = ts.isCallExpression(node) && node.expression.getText() === 'statement';
    const name = isStatement ? node.arguments[0] : undefined;
    const own = name && ts.isStringLiteral(name) ? name.text : owner;
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node))
      found.push({ owner: own, file, text: node.getText() });
    else ts.forEachChild(node, (child) => visit(child, own));
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true), file);
  return found;
}

const isCopy = ({ text }: Text): boolean =>
  TERM.test(text) || (!CHANGES.test(text) && (STATE.test(text) || QUEUED.test(text)));

const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(?<!\.spec|\.samples|\.fixtures)\.ts$/.test(file),
);
const copies = sources
  .filter((file) => !RULES.includes(file))
  .flatMap((file) => textsOf(readFileSync(join(SRC, file), 'utf8'), file).filter(isCopy));

describe('which memberships are active and which orders are completed', () => {
  it('is said once: statements test the columns only through the conditions of their owner', () => {
    const astray = copies.filter(({ owner }) => !(owner in EXCEPTIONS));
    expect(astray.map(({ owner, file }) => `${owner} in ${file}`)).toEqual([]);
  });

  it('is tested for another reason only where it says so', () => {
    const named = new Set(copies.map(({ owner }) => owner));
    expect(Object.keys(EXCEPTIONS).filter((name) => !named.has(name))).toEqual([]);
  });

  it.each([
    'SELECT FROM subscriptions s WHERE NOT s.cancelled AND s.start_date <= $now',
    'SELECT FROM subscriptions WHERE fanclub_id = $fanclub AND NOT cancelled',
    'SELECT CASE WHEN s.cancelled THEN s.end_date END FROM subscriptions s',
    'SELECT FROM subscriptions s WHERE (s.end_date IS NULL OR s.end_date > $now)',
    'UPDATE subscriptions SET updated_at = $now WHERE end_date IS NULL OR end_date > $now',
    'SELECT FROM sales_periods sp WHERE sp.extended_until > $now',
    'SELECT greatest(s.end_date, sp.extended_until)',
    'SELECT FROM queued_subscriptions WHERE order_id = $order AND processed_at IS NULL',
    'q.processed_at IS NULL',
    'SELECT FROM orders o WHERE o.paid_at IS NOT NULL',
    'o.refunded_at IS NULL',
    'o.closed_at IS NULL',
  ])('a copy is found: %s', (text) => {
    expect(textsOf(`export const COPY = \`${text} \${more}\`;`, 'copy.ts').filter(isCopy)).toHaveLength(1);
  });

  it.each([
    'SELECT s.cancelled, sp.extended_until AS "extendedUntil", o.paid_at AS "paidAt" FROM subscriptions s',
    'UPDATE subscriptions SET cancelled = true, cancelled_at = $now WHERE id = $id AND NOT cancelled',
    'UPDATE orders SET paid_at = $now WHERE id = $order AND paid_at IS NULL',
    'SELECT FROM payment_events WHERE processed_at IS NULL',
    'You cancelled it.',
  ])('this is none: %s', (text) => {
    expect(textsOf(`export const OTHER = \`${text}\`;`, 'other.ts').filter(isCopy)).toEqual([]);
  });
});
