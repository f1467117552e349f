import { Alert, Box, Button, Typography } from '@mui/material';
import { type ReactElement, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import {
  Create,
  type CreateProps,
  Edit,
  type EditProps,
  SaveButton,
  SimpleForm,
  Toolbar,
  useNotify,
  useRecordContext,
  useResourceContext,
} from 'react-admin';
import { mayUse } from '../api/auth-provider';
import { slugOf } from '../api/http';

/** The button of a form, which stays at the lower edge of the window. */
function Buttons(): ReactElement | null {
  const resource = useResourceContext() ?? '';
  if (!mayUse(resource, 'edit')) return null;
  return (
    <Toolbar sx={{ position: 'sticky', bottom: 0, zIndex: 1, borderTop: 1, borderColor: 'divider' }}>
      <SaveButton alwaysEnable />
    </Toolbar>
  );
}

/** Says why a form was not saved, unless its fields say so, or the dialog about the changes of others did. */
export function useSaveFault(): (error: unknown) => void {
  const notify = useNotify();
  return (error) => {
    const { errors } = (error as { body?: { errors?: object } }).body ?? {};
    if (errors || slugOf(error) === 'changed') return;
    notify((error as Error).message, { type: 'error' });
  };
}

interface FormParts {
  readonly children: ReactNode;
  /** What visitors will see, or other help; beside the form on wide screens. */
  readonly aside?: ReactElement;
}

/** Fields that can only be read, for people whose role does not allow changes. */
function Fixed({ children }: { children: ReactNode }): ReactElement {
  const resource = useResourceContext() ?? '';
  if (mayUse(resource, 'edit')) return <>{children}</>;
  return (
    <Box component="fieldset" disabled sx={{ border: 0, p: 0, m: 0, minWidth: 0, width: '100%' }}>
      <Alert severity="info">Your role shows this, but does not change it.</Alert>
      {children}
    </Box>
  );
}

/** The fields of a form with its button, and with the line of its sections if it has many. */
export function StaffForm({
  children,
  defaultValues,
}: Pick<FormParts, 'children'> & { readonly defaultValues?: object }): ReactElement {
  const fields = useRef<HTMLDivElement>(null);
  return (
    <SimpleForm
      toolbar={<Buttons />}
      warnWhenUnsavedChanges
      noValidate
      sanitizeEmptyValues={false}
      defaultValues={defaultValues}
      sx={{ maxWidth: 760, '& .MuiFormControl-root, & .MuiAutocomplete-root': { mb: 0.5 } }}
    >
      <Box ref={fields} sx={{ width: '100%' }}>
        <Sections of={fields} />
        <Fixed>{children}</Fixed>
      </Box>
    </SimpleForm>
  );
}

/** Shows the form when the record is loaded, so that loading does not overwrite what was typed. */
function Loaded({ children }: { children: ReactNode }): ReactNode {
  return useRecordContext() === undefined ? null : children;
}

/**
 * A page to change a record. Its changes are saved only if nobody else has changed the record since it was read. What is `below` the form is saved
 * by itself.
 */
export function StaffEdit({
  children,
  aside,
  below,
  ...edit
}: FormParts & EditProps & { readonly below?: ReactElement }): ReactElement {
  const onError = useSaveFault();
  return (
    <Edit mutationMode="pessimistic" actions={false} aside={aside} mutationOptions={{ onError }} {...edit}>
      <Loaded>
        <StaffForm>{children}</StaffForm>
        {below}
      </Loaded>
    </Edit>
  );
}

/** A page to add a record. */
export function StaffCreate({
  children,
  aside,
  defaults = {},
  ...create
}: FormParts & CreateProps & { readonly defaults?: object }): ReactElement {
  return (
    <Create redirect="edit" aside={aside} {...create}>
      <StaffForm defaultValues={defaults}>{children}</StaffForm>
    </Create>
  );
}

/** A heading between the fields of a form, to which the line of sections leads. */
export function Section({ title, help }: { title: string; help?: string }): ReactElement {
  return (
    <Box sx={{ mt: 3, mb: 1, width: '100%' }}>
      <Typography component="h2" variant="h6" tabIndex={-1} data-section sx={{ scrollMarginTop: 120 }}>
        {title}
      </Typography>
      {help !== undefined && <Typography color="text.secondary">{help}</Typography>}
    </Box>
  );
}

/** How many sections a form has before it shows their line. */
const MANY = 3;

/** The sections of a form, which stay in view below the bar of the page. Each leads to its heading. */
function Sections({ of }: { of: RefObject<HTMLElement | null> }): ReactElement | null {
  const [headings, setHeadings] = useState<readonly HTMLElement[]>([]);
  useEffect(() => {
    const form = of.current;
    if (!form) return;
    const find = (): void =>
      setHeadings((known) => {
        const found = [...form.querySelectorAll<HTMLElement>('[data-section]')];
        return found.length === known.length && found.every((one, at) => one === known[at]) ? known : found;
      });
    find();
    // Sections come and go with what is chosen.
    const observer = new MutationObserver(find);
    observer.observe(form, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [of]);
  if (headings.length < MANY) return null;
  const lead = (heading: HTMLElement): void => {
    heading.scrollIntoView({ block: 'start' });
    heading.focus({ preventScroll: true });
  };
  return (
    <Box
      component="nav"
      aria-label="Sections"
      sx={{
        // As wide as the form, which its buttons do not widen.
        ...{
          position: 'sticky',
          top: { xs: 56, sm: 48 },
          zIndex: 1,
          width: 0,
          minWidth: '100%',
          overflowX: 'auto',
        },
        ...{
          display: 'flex',
          gap: 0.5,
          py: 0.5,
          bgcolor: 'background.paper',
          borderBottom: 1,
          borderColor: 'divider',
        },
      }}
    >
      {headings.map((heading) => (
        <Button key={heading.textContent} size="small" onClick={() => lead(heading)}>
          {heading.textContent}
        </Button>
      ))}
    </Box>
  );
}
