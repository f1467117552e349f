import { Box, type Theme, Typography, useMediaQuery } from '@mui/material';
import { type Key, type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';

/**
 * Whether the window is as narrow as a phone. Tables are cards there. While a dialog is open, this stays what it was: another layout
 * would replace the cell to which the dialog belongs, and lose what was typed.
 */
export function usePhone(): boolean {
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true });
  const [isPhone, setPhone] = useState(isNarrow);
  useEffect(() => {
    if (isPhone === isNarrow) return;
    const follow = (): void => {
      if (document.querySelector('.MuiDialog-root') === null) setPhone(isNarrow);
    };
    follow();
    // Dialogs are children of the body.
    const dialogs = new MutationObserver(follow);
    dialogs.observe(document.body, { childList: true });
    return () => dialogs.disconnect();
  }, [isPhone, isNarrow]);
  return isPhone;
}

/** A row of a table as a card. */
export interface CardRow {
  readonly key: Key;
  readonly heading?: ReactNode;
  /** The page that the heading opens. */
  readonly to?: string | undefined;
  /** The other cells, by the titles of their columns. Those without content are left out. */
  readonly cells: readonly { readonly title: ReactNode; readonly content: ReactNode }[];
}

/** The rows of a wide table, one below the other, for phones. */
export function Cards({ label, rows }: { label: string; rows: readonly CardRow[] }): ReactElement {
  return (
    // Safari drops the role of a list without marks.
    <Box
      component="ul"
      role="list"
      aria-label={label}
      sx={{ listStyle: 'none', m: 0, p: 1, display: 'grid', gap: 1 }}
    >
      {rows.map(({ key, heading, to, cells }) => (
        <Box
          component="li"
          key={key}
          sx={{ border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.paper', p: 1.5 }}
        >
          {heading !== undefined && (
            <Typography component="h2" sx={{ fontWeight: 600, mb: 0.5, overflowWrap: 'anywhere' }}>
              {to === undefined ? heading : <Link to={to}>{heading}</Link>}
            </Typography>
          )}
          <Box component="dl" sx={LIST}>
            {cells.map(({ title, content }, at) => (
              <div key={at}>
                <Box component="dt" sx={{ color: 'text.secondary' }}>
                  {title}
                </Box>
                <dd>{content}</dd>
              </div>
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

const LIST = {
  ...{ m: 0, fontSize: 14, display: 'grid', gap: 0.5 },
  '& > div': { display: 'grid', gridTemplateColumns: 'minmax(6rem, 35%) minmax(0, 1fr)', gap: 1 },
  '& > div:has(> dd:empty, > dd > span:only-child:empty)': { display: 'none' },
  '& dd': { m: 0, overflowWrap: 'anywhere' },
};
