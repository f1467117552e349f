import { Box, Button, FormHelperText, InputBase, LinearProgress, Typography } from '@mui/material';
import { lazy, type ReactElement, Suspense, useId, useState } from 'react';
import { FieldTitle, type TextInputProps, useInput, useResourceContext } from 'react-admin';
import { mayUse } from '../api/auth-provider';
import { cleanHtml } from './clean-html';
import { isWritable } from './rich-text';

const RichTextEditor = lazy(async () => ({ default: (await import('./rich-text-editor')).RichTextEditor }));

interface HtmlFieldProps {
  readonly label: ReactElement | string;
  readonly value: string;
  readonly onChange: (html: string) => void;
  readonly onBlur?: () => void;
  readonly help?: string | undefined;
  readonly fault?: string | undefined;
  readonly disabled?: boolean | undefined;
}

/** A text with formats, or as HTML if it has parts that the editor does not know, or if the person wants it. */
export function HtmlField(props: HtmlFieldProps): ReactElement {
  const { label, value, onChange, onBlur, help = '', fault, disabled } = props;
  const [labelledBy, describedBy, html] = [useId(), useId(), useId()];
  const [wantsHtml, setWantsHtml] = useState(false);
  const canWrite = isWritable(value);
  const isHtml = wantsHtml || !canWrite;
  const common = { value, onBlur, disabled };
  return (
    <Box sx={{ width: '100%', mt: 1, mb: 1.5 }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'end' }}>
        <Typography id={labelledBy} variant="body2" color={fault ? 'error' : 'text.secondary'}>
          {label}
        </Typography>
        {!disabled && (
          <Button
            id={html}
            aria-labelledby={`${html} ${labelledBy}`}
            size="small"
            disabled={!canWrite}
            aria-pressed={isHtml}
            onClick={() => setWantsHtml(!isHtml)}
          >
            HTML
          </Button>
        )}
      </Box>
      <Box
        sx={{
          ...{ border: 1, borderRadius: 1, borderColor: fault ? 'error.main' : 'text.disabled' },
          '&:focus-within': { borderColor: 'primary.main', outline: 1, outlineColor: 'primary.main' },
        }}
      >
        {isHtml ? (
          <InputBase
            {...common}
            multiline
            fullWidth
            minRows={3}
            sx={{ px: 1.75, fontFamily: 'monospace', fontSize: '0.9rem' }}
            onChange={({ target }) => onChange(target.value)}
            inputProps={{
              'aria-labelledby': labelledBy,
              'aria-describedby': describedBy,
              'aria-invalid': fault !== undefined,
            }}
          />
        ) : (
          <Suspense fallback={<LinearProgress aria-label="Loading the editor" />}>
            <RichTextEditor
              {...common}
              {...{ onChange, labelledBy, describedBy }}
              isInvalid={fault !== undefined}
            />
          </Suspense>
        )}
      </Box>
      <FormHelperText id={describedBy} error={fault !== undefined}>
        {fault ??
          [
            help,
            canWrite
              ? ''
              : 'It has parts that only HTML shows, such as pictures, tables, line breaks or links within the website.',
          ].join(' ')}
      </FormHelperText>
      {isHtml && value.includes('<') && (
        <Box sx={{ borderLeft: 4, borderColor: 'divider', pl: 2, mt: 1 }}>
          <FormHelperText>How it will look</FormHelperText>
          <Typography component="div">{cleanHtml(value)}</Typography>
        </Box>
      )}
    </Box>
  );
}

/** A field of a form for a text with formats. */
export function HtmlInput({ source, label, helperText, disabled }: TextInputProps): ReactElement {
  const resource = useResourceContext();
  const { field, fieldState, isRequired } = useInput({
    source,
    format: (html: string | null) => html ?? '',
    parse: (html: string) => html,
  });
  return (
    <HtmlField
      label={<FieldTitle {...{ label, source, isRequired }} {...(resource !== undefined && { resource })} />}
      value={(field.value as string | null) ?? ''}
      onChange={(html) => field.onChange(html)}
      onBlur={field.onBlur}
      help={typeof helperText === 'string' ? helperText : undefined}
      fault={fieldState.error?.message}
      // A disabled fieldset does not hold for editors.
      disabled={disabled ?? !mayUse(resource ?? '', 'edit')}
    />
  );
}

/** The same in the form of a dialog. */
export function HtmlFormField({
  name,
  label,
  help,
  initial = '',
  fault,
}: {
  name: string;
  label: string;
  help?: string | undefined;
  initial?: string | undefined;
  fault?: string | undefined;
}): ReactElement {
  const [html, setHtml] = useState(initial);
  return (
    <>
      <input type="hidden" name={name} value={html} />
      <HtmlField value={html} onChange={setHtml} {...{ label, help, fault }} />
    </>
  );
}
