// The results as a table, and as JSON.

const MET = { stretch: 'met, stretch too', target: 'met', missed: 'MISSED' };

/**
 * One line: a figure, its target, and its parts.
 * @param isMost whether the figure is to be at most the target, not at least
 */
export function line(name, figure, { target, stretch = null, isMost = false, unit = '×', details = {} }) {
  const reaches = (aim) => aim !== null && (isMost ? figure <= aim : figure >= aim);
  const verdict = reaches(stretch) ? 'stretch' : reaches(target) ? 'target' : 'missed';
  return { name, figure, unit, target, stretch, isMost, verdict, details };
}

/** The lines as a table. The figures of a quick run have no meaning, so the table does not show whether targets are met. */
export function table(lines, { quick }) {
  const rows = lines.map(({ name, figure, unit, target, stretch, isMost, verdict, details }) => [
    name,
    `${number(figure)} ${unit}`,
    `${isMost ? '≤' : '≥'} ${target}${stretch === null ? '' : ` / ${stretch}`}`,
    quick ? '' : MET[verdict],
    Object.entries(details)
      .map(([what, value]) => `${what} ${typeof value === 'number' ? number(value) : value}`)
      .join(', '),
  ]);
  const all = [['row', 'figure', 'target / stretch', '', 'from'], ...rows];
  const widths = all[0].map((_, column) => Math.max(...all.map((row) => row[column].length)));
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function number(value) {
  if (value >= 100) return Math.round(value).toLocaleString('en-US');
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
