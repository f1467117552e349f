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
}

const [WIDTH, HEIGHT] = [600, 200];

/** A bar chart with its numbers as a table below. */
export function Bars({ title, bars }: { title: string; bars: readonly Bar[] }): ReactElement {
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
        <Box component="details" sx={{ mt: 1 }}>
          <summary>The numbers</summary>
          <Table size="small" aria-label={title}>
            <TableHead>
              <TableRow>
                <TableCell>From</TableCell>
                <TableCell align="right">{title}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {bars.map(({ label, text }, index) => (
                <TableRow key={`${label}-${index}`}>
                  <TableCell>{label}</TableCell>
                  <TableCell align="right">{text}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </Box>
      </CardContent>
    </Card>
  );
}
