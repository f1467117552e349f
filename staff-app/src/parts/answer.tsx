import { Box, Card, CardContent, Typography } from '@mui/material';
import type { ReactElement } from 'react';
import { LABELS, wordOf } from '../texts';
import { cleanHtml } from './clean-html';
import { when } from './zoned-time';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** Fields that only programs need. */
const HIDDEN = ['class', 'fanclub_id', 'date', 'timezone', 'item_type', 'pagination', 'affiliate_id'];

/** Values that are words, as the forms say them. */
const VALUES: Readonly<Record<string, string>> = {
  Show: 'Shown',
  'Show On Specific Dates Only': 'Shown between two dates',
  'Sold Out': 'Sold out',
  Hide: 'Hidden',
};

/** Such as `2026-11-01 08:00:00 UTC`. */
const STAMP = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) UTC$/;

/** A time of an answer; one with an offset is shown in local time. */
const timeOf = (text: string): string =>
  text.endsWith('Z') ? when(text) : `${when(`${text.slice(0, 16)}Z`, 'UTC')} (there)`;

/** A value of an answer as people read it. */
function textOf(value: string | number | boolean | null): ReactElement | string {
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (value === null || value === '') return '–';
  const text = String(value).replace(STAMP, '$1T$2Z');
  if (Object.hasOwn(VALUES, text)) return VALUES[text];
  if (INSTANT.test(text)) return timeOf(text);
  return /[<&]/.test(text) ? <Box component="span">{cleanHtml(text)}</Box> : text;
}

const isNothing = (value: unknown): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** The field with the list of records: `plans` of `{ status, plans }`. */
const headOf = (record: Readonly<Record<string, unknown>>): unknown =>
  record.title ?? record.name ?? record.summary;

/** The fields of a record: plain values as a list, records in it as cards. */
function Fields({ record }: { record: Readonly<Record<string, unknown>> }): ReactElement {
  const head = headOf(record);
  return (
    <>
      {typeof head === 'string' && (
        <Typography component="p" sx={{ fontWeight: 600 }}>
          {head}
        </Typography>
      )}
      {Object.entries(record)
        .filter(([name, value]) => !HIDDEN.includes(name) && !isNothing(value))
        .filter(([, value]) => value !== head || typeof head !== 'string')
        .map(([name, value]) => (
          <Field key={name} name={LABELS[name] ?? wordOf(name)} value={value} />
        ))}
    </>
  );
}

function Field({ name, value }: { name: string; value: unknown }): ReactElement {
  const isList = Array.isArray(value);
  if (isPlain(value) || (isList && value.every(isPlain)))
    return (
      <Box sx={{ display: 'flex', gap: 1, fontSize: 14, overflowWrap: 'anywhere' }}>
        <Box component="span" sx={{ color: 'text.secondary', minWidth: 120, flexShrink: 0 }}>
          {name}
        </Box>
        <Box component="span" sx={{ minWidth: 0 }}>
          {isList ? value.join(', ') || '–' : textOf(value as string | number | boolean | null)}
        </Box>
      </Box>
    );
  const records = (isList ? value : [value]) as Readonly<Record<string, unknown>>[];
  return (
    <Box sx={{ my: 1 }}>
      <Typography variant="body2" color="text.secondary">
        {name}
      </Typography>
      {records.map((record, index) => (
        <Card key={index} variant="outlined" sx={{ my: 1 }}>
          <CardContent sx={{ p: 1.5, '&:last-child': { pb: 1.5 } }}>
            <Fields record={record} />
          </CardContent>
        </Card>
      ))}
    </Box>
  );
}

/** An answer of the public API as cards, without fields that only programs need. */
export function Answer({ answer }: { answer: unknown }): ReactElement {
  const { status: _, ...record } = (
    isPlain(answer) || Array.isArray(answer) ? { '': answer } : answer
  ) as Record<string, unknown>;
  const isEmpty = Object.values(record).every(isNothing);
  return isEmpty ? <Typography>Nothing.</Typography> : <Fields record={record} />;
}
