import { parser } from '@prometheus-io/lezer-promql';

/** A selector of an expression: the metric, and the label values that it demands with `=`. */
export interface Selector {
  readonly metric: string;
  readonly labels: readonly { readonly name: string; readonly equals: string | null }[];
}

/** What an expression of PromQL refers to. */
export interface Expression {
  readonly selectors: readonly Selector[];
  /** The labels by which values are grouped. */
  readonly groupedBy: readonly string[];
}

/**
 * Reads an expression. Grafana's `$__rate_interval` counts as an interval.
 * @throws Error for an expression that Prometheus would not accept
 */
export function readExpression(written: string): Expression {
  const text = written.replaceAll('$__rate_interval', '5m');
  const selectors: { metric: string; labels: { name: string; equals: string | null }[] }[] = [];
  const groupedBy: string[] = [];
  parser.parse(text).iterate({
    enter({ type, from, node }) {
      if (type.isError) throw new Error(`Not PromQL at "${text.slice(from)}": ${text}`);
      const textOf = (child: string): string => {
        const found = node.getChild(child);
        return found ? text.slice(found.from, found.to) : '';
      };
      if (type.name === 'VectorSelector') {
        selectors.push({ metric: textOf('Identifier'), labels: [] });
      } else if (type.name === 'UnquotedLabelMatcher') {
        const isEqual = textOf('MatchOp') === '=';
        const equals = isEqual ? textOf('StringLiteral').slice(1, -1) : null;
        selectors.at(-1)?.labels.push({ name: textOf('LabelName'), equals });
      } else if (type.name === 'GroupingLabels') {
        groupedBy.push(...node.getChildren('LabelName').map((label) => text.slice(label.from, label.to)));
      }
    },
  });
  return { selectors, groupedBy };
}
