import {
  Box,
  Card,
  CardContent,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
  useMediaQuery,
  useTheme,
} from '@mui/material';
import type { ReactElement } from 'react';

/** One bar: its label below, and its value as people read it. */
interface Bar {
  readonly label: string;
  readonly value: number;
  readonly text: string;
  /** Another number, for the table only. */
  readonly more?: string;
}

/** The height of the chart, and the room for its axes. */
const [HEIGHT, LEFT, BELOW, ABOVE] = [200, 46, 22, 12];

/** A round number that is not below the highest value. */
function topOf(highest: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, highest)));
  return [1, 2, 4, 5, 10].map((factor) => factor * unit).find((top) => top >= highest) ?? highest;
}

/** `1.2K`; the table has the exact numbers. */
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** A bar chart with axes, and its numbers as a table below. */
export function Bars({
  title,
  headings,
  bars,
}: {
  title: string;
  /** Of the columns of the table. */
  headings: readonly string[];
  bars: readonly Bar[];
}): ReactElement {
  const { palette, breakpoints } = useTheme();
  // Texts keep their size: a phone has fewer units, not smaller ones.
  const isNarrow = useMediaQuery(breakpoints.down('sm'));
  const width = isNarrow ? 320 : 600;
  const top = topOf(Math.max(1, ...bars.map(({ value }) => value)));
  const step = (width - LEFT) / Math.max(1, bars.length);
  const yOf = (value: number): number => HEIGHT - (Math.max(0, value) / top) * (HEIGHT - ABOVE);
  /** Every which label is shown below the bars. */
  const every = Math.ceil(bars.length / (isNarrow ? 3 : 6));
  const text = { fill: palette.text.secondary, fontSize: 12 };
  return (
    <Card variant="outlined">
      <CardContent>
        <Typography component="h4" variant="subtitle1">
          {title}
        </Typography>
        <svg
          viewBox={`0 0 ${width} ${HEIGHT + BELOW}`}
          width="100%"
          role="img"
          aria-label={`${title}; the numbers are in the table below`}
        >
          {[0, top / 2, top].map((value) => (
            <g key={value}>
              <line x1={LEFT} x2={width} y1={yOf(value)} y2={yOf(value)} stroke={palette.divider} />
              <text x={LEFT - 6} y={yOf(value) + 4} textAnchor="end" {...text}>
                {short.format(value)}
              </text>
            </g>
          ))}
          {bars.map(({ label, value }, index) => (
            <g key={`${label}-${index}`}>
              <rect
                x={LEFT + index * step + step * 0.15}
                y={yOf(value)}
                width={step * 0.7}
                height={HEIGHT - yOf(value)}
                fill={palette.primary.main}
              />
              {index % every === 0 && index + every / 2 < bars.length && (
                <text x={LEFT + index * step + step * 0.15} y={HEIGHT + 16} {...text}>
                  {label}
                </text>
              )}
            </g>
          ))}
        </svg>
        <Box component="details" sx={{ mt: 1 }}>
          <summary>The numbers</summary>
          <Table size="small" aria-label={title}>
            <TableHead>
              <TableRow>
                {headings.map((heading, index) => (
                  <TableCell key={heading} align={index === 0 ? 'left' : 'right'}>
                    {heading}
                  </TableCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {bars.map(({ label, text, more }, index) => (
                <TableRow key={`${label}-${index}`}>
                  <TableCell>{label}</TableCell>
                  <TableCell align="right">{text}</TableCell>
                  {more !== undefined && <TableCell align="right">{more}</TableCell>}
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </Box>
      </CardContent>
    </Card>
  );
}
