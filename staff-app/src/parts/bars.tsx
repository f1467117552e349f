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

const [WIDTH, HEIGHT] = [600, 200];

/** A bar chart with its numbers as a table below. */
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
  const { palette } = useTheme();
  const top = Math.max(1, ...bars.map(({ value }) => value));
  const step = WIDTH / Math.max(1, bars.length);
  return (
    <Card variant="outlined">
      <CardContent>
        <Typography component="h2" variant="h6">
          {title}
        </Typography>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          width="100%"
          role="img"
          aria-label={`${title}; the numbers are in the table below`}
        >
          {bars.map(({ label, value }, index) => {
            const height = (Math.max(0, value) / top) * (HEIGHT - 10);
            return (
              <rect
                key={`${label}-${index}`}
                x={index * step + step * 0.15}
                y={HEIGHT - height}
                width={step * 0.7}
                height={height}
                fill={palette.primary.main}
              />
            );
          })}
          <line x1={0} y1={HEIGHT} x2={WIDTH} y2={HEIGHT} stroke={palette.text.secondary} />
        </svg>
        <Box
          aria-hidden
          sx={{ display: 'flex', justifyContent: 'space-between', color: 'text.secondary', fontSize: 13 }}
        >
          <span>{bars[0]?.label}</span>
          <span>highest: {[...bars].sort((one, other) => other.value - one.value)[0]?.text}</span>
          <span>{bars.at(-1)?.label}</span>
        </Box>
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
