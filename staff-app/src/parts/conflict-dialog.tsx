import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  FormControl,
  FormControlLabel,
  FormLabel,
  Radio,
  RadioGroup,
  Typography,
} from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect, useState } from 'react';
import { type RaRecord, useRefresh } from 'react-admin';
import { clubPath, currentClub, may } from '../api/clubs';
import { type Conflict, setConflictDialog } from '../api/conflicts';
import type { AuditRecord, Colleague } from '../api/generated';
import { send } from '../api/http';
import { changedByOthers, isSame, merged } from '../api/merge';
import { labelOf, wordOf } from '../texts';
import { cleanHtml } from './clean-html';
import { changedParts, subjectOf } from './in-words';
import { when } from './zoned-time';

interface Question {
  readonly conflict: Conflict;
  readonly answer: (wanted: Partial<RaRecord> | null) => void;
}

/** Asks what to save if somebody else has changed the record that a form shows. What is typed stays in the form. */
export function ConflictDialog(): ReactElement | null {
  const [question, setQuestion] = useState<Question | null>(null);
  useEffect(() => {
    setConflictDialog((conflict) => new Promise((answer) => setQuestion({ conflict, answer })));
    return () => setConflictDialog(null);
  }, []);
  if (question === null) return null;
  const answer = (wanted: Partial<RaRecord> | null): void => {
    setQuestion(null);
    question.answer(wanted);
  };
  return <Choices key={question.conflict.id} conflict={question.conflict} onAnswer={answer} />;
}

/** Who changed a field, and when, as the record of changes says. */
interface Author {
  readonly who: string;
  readonly at: string;
}

/** How many changes of a record are looked through. */
const LATEST = 20;

/**
 * Who made the other changes, by field; nobody for roles that may not read the record of changes. A change that led to another
 * value than the present one is not the one in question, for example because it is older than the form.
 */
async function authorsOf({
  resource,
  id,
  base,
  theirs,
}: Conflict): Promise<Readonly<Record<string, Author>>> {
  const subject = subjectOf(resource);
  if (subject === undefined || !may('audit.read') || !may('staff.read')) return {};
  // A mail text that is the usual one again has lost its number.
  const recorded = (theirs.record_id ?? base.record_id) as number | null | undefined;
  const number = resource === 'club' ? currentClub()?.id : (recorded ?? theirs.id ?? id);
  const query = `subject_type=${subject}&subject_id=${number}&per_page=${LATEST}`;
  const [{ data: changes }, { data: people }] = await Promise.all([
    send<{ data: AuditRecord[] }>(clubPath(`audits?${query}`)),
    send<{ data: Colleague[] }>(clubPath('people?per_page=200')),
  ]);
  const nameOf = (staff: number | null): string => {
    const person = people.data.find(({ staff_id }) => staff_id === staff);
    return staff === null ? 'The operator' : person?.name || person?.email || `Person no. ${staff}`;
  };
  const authors: Record<string, Author> = {};
  for (const { staff_id, at, after } of changes.data)
    // A deletion is what everything comes from.
    for (const [field, value] of Object.entries(after ?? theirs))
      if (isSame(value, theirs[field])) authors[field] ??= { who: nameOf(staff_id), at: when(at) };
  return authors;
}

function Choices({ conflict, onAnswer }: { conflict: Conflict; onAnswer: Question['answer'] }): ReactElement {
  const refresh = useRefresh();
  const { data: authors = {} } = useQuery({
    queryKey: ['conflict', conflict.resource, conflict.id],
    queryFn: () => authorsOf(conflict),
    gcTime: 0,
  });
  const { changed, disputed } = changedByOthers(conflict);
  const [taken, setTaken] = useState<readonly string[]>([]);
  const others = changed.filter((field) => !disputed.includes(field));
  const nameOf = (field: string): string => conflict.names?.[field] ?? labelOf(field);
  const authorOf = (field: string): string => {
    const author = authors[field];
    return author ? `${author.who}, ${author.at}` : 'Somebody else';
  };
  const choose = (field: string, isTheirs: boolean): void =>
    setTaken((fields) => [...fields.filter((one) => one !== field), ...(isTheirs ? [field] : [])]);
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby="conflict" aria-describedby="conflict-why">
      <DialogTitle id="conflict">Somebody else has changed this</DialogTitle>
      <DialogContent>
        <DialogContentText id="conflict-why" sx={{ mb: 2 }}>
          {disputed.length > 0
            ? 'Your changes are not saved yet. Choose what to keep where both of you have changed the same field. A choice is for the whole field with all its parts.'
            : 'Your changes are not saved yet. They are of other fields, so both can be kept.'}
        </DialogContentText>
        {disputed.map((field) => (
          <FormControl key={field} component="fieldset" fullWidth sx={{ mb: 2 }}>
            <FormLabel component="legend">{nameOf(field)}</FormLabel>
            <RadioGroup
              value={taken.includes(field) ? 'theirs' : 'mine'}
              onChange={(_, choice) => choose(field, choice === 'theirs')}
            >
              <FormControlLabel
                value="mine"
                control={<Radio size="small" />}
                label={<Value by="Keep mine" former={conflict.base[field]} value={conflict.mine[field]} />}
              />
              <FormControlLabel
                value="theirs"
                control={<Radio size="small" />}
                label={
                  <Value
                    by={`Take theirs (${authorOf(field)})`}
                    former={conflict.base[field]}
                    value={conflict.theirs[field]}
                  />
                }
              />
            </RadioGroup>
          </FormControl>
        ))}
        {others.length > 0 && (
          <Box>
            <Typography component="h3" variant="subtitle2">
              Changed by others only, and kept
            </Typography>
            {others.map((field) => (
              <Box key={field} sx={{ mt: 1 }}>
                <Value
                  by={`${wordOf(nameOf(field))} (${authorOf(field)})`}
                  former={conflict.base[field]}
                  value={conflict.theirs[field]}
                />
              </Box>
            ))}
          </Box>
        )}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', gap: 1 }}>
        <Button onClick={() => onAnswer(null)}>Back to the form</Button>
        <Button
          color="error"
          onClick={() => {
            onAnswer(null);
            refresh();
          }}
        >
          Discard my changes
        </Button>
        <Button
          variant="contained"
          onClick={() =>
            onAnswer(
              merged(
                conflict,
                disputed.filter((field) => !taken.includes(field)),
              ),
            )
          }
        >
          Save
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** What somebody has changed in a field. */
function Value({ by, former, value }: { by: string; former: unknown; value: unknown }): ReactElement {
  return (
    <Box sx={{ py: 0.5, overflowWrap: 'anywhere' }}>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {by}
      </Typography>
      {changedParts(former, value).map(({ part, value: words }) => (
        <Typography key={part} variant="body2" component="div" sx={{ maxHeight: 200, overflowY: 'auto' }}>
          {part !== '' && `${part}: `}
          {words.includes('<') ? cleanHtml(words) : words}
        </Typography>
      ))}
    </Box>
  );
}
